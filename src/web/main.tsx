/** The pages for people: takes the place of what `index.html` says to programs without scripts. */
import { render } from 'preact';

const root = document.getElementById('app');
if (root !== null) {
  root.replaceChildren();
  render(<p>Loading …</p>, root);
}
