/** Whether the page is light or dark, for what is drawn on a canvas. */
import { darkTheme, lightTheme, type Theme } from '../map/scene.ts';
import { useMedia } from './media.ts';

/** Paper is light. */
export function useTheme(): Theme {
  return useMedia('screen and (prefers-color-scheme: dark)') ? darkTheme : lightTheme;
}
