/** Swagger UI, which is large, and loaded by the page of the interface alone. */
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** Its style sheet, relative to `index.html`; filled in when the pages are bundled. */
declare const swaggerStyle: string;

/** Loads the style once, and returns the function that draws. */
export function loadSwagger(): Promise<typeof SwaggerUIBundle> {
  return new Promise((resolve, reject) => {
    if (document.getElementById('swagger-style') !== null) {
      resolve(SwaggerUIBundle);
      return;
    }
    const link = document.createElement('link');
    link.id = 'swagger-style';
    link.rel = 'stylesheet';
    link.href = swaggerStyle;
    link.addEventListener('load', () => resolve(SwaggerUIBundle));
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('The style of this page did not come.'));
    });
    document.head.append(link);
  });
}
