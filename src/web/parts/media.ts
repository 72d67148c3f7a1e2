/** Whether a media query holds, such as `print`, as it changes. */
import { useEffect, useState } from 'preact/hooks';

export function useMedia(medium: string): boolean {
  const [isIt, setIt] = useState(() => matchMedia(medium).matches);
  useEffect(() => {
    const query = matchMedia(medium);
    const look = () => setIt(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [medium]);
  return isIt;
}
