/** What the pages get when they are bundled: addresses of files, relative to `index.html`, and the bundle of Swagger UI. */
declare const licences: string;
declare const swaggerStyle: string;
declare const proteinWorker: string;

declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { SwaggerUIBundle } from 'swagger-ui-dist';

  const bundle: SwaggerUIBundle;
  export default bundle;
}
