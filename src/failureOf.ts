/** Turns whatever was thrown into a Failure, which says what to do. */
import { Failure, reasonOf, systemFailure } from './failure.ts';
import { programVersion } from './installed.ts';

export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const ofSystem = systemFailure(error);
  if (ofSystem !== null) return ofSystem;
  return new Failure('machine', `something went wrong that should not: ${reasonOf(error)}`, {
    hint: `Please report this, with the command and its data (phagepress ${programVersion()}, Node ${process.version}).`,
    cause: error,
  });
}
