/** The time that the processors have spent on a test: unlike the clock, it stands still while other programs have the machine. */

/** Starts a watch; gives milliseconds of all threads of this process since then. */
export function startCpuWatch(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
