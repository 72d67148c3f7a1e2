/** Whether the page is light or dark, for what is drawn on a canvas. */
import { useEffect, useState } from 'preact/hooks';
import { darkTheme, lightTheme, type Theme } from '../map/scene.ts';

export function useTheme(): Theme {
  const [isDark, setDark] = useState(() => darkQuery().matches);
  useEffect(() => {
    const query = darkQuery();
    const change = () => setDark(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return isDark ? darkTheme : lightTheme;
}

function darkQuery(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
