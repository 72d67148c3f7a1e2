/** The pages for people: takes the place of what `index.html` says to programs without scripts. */
import { render } from 'preact';
import { App } from './app.tsx';
import { followLinks } from './navigation.ts';

const root = document.getElementById('app');
if (root !== null) {
  followLinks();
  root.replaceChildren();
  render(<App />, root);
}
