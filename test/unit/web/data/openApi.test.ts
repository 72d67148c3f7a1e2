import { expect, test } from 'vitest';
import { addressOf, sectionsOf } from '../../../../src/web/data/openApi.ts';

const spec = {
  tags: [{ name: 'Phages', description: 'All.' }, { name: 'Nothing' }],
  paths: {
    '/api/phages/{phage_name}/': {
      parameters: [
        { name: 'phage_name', in: 'path', description: 'Its name.', example: 'Alpha' },
        { $ref: '#/components/parameters/Page' },
        { name: 'If-None-Match', in: 'header' },
      ],
      get: {
        tags: ['Phages'],
        summary: 'Phage',
        description: 'One phage.',
        responses: {
          '200': {
            description: 'It.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Phage' } } },
          },
          '404': { $ref: '#/components/responses/NotFound' },
        },
      },
      head: { tags: ['Phages'] },
    },
  },
  components: {
    parameters: { Page: { name: 'page', in: 'query', description: 'A number.', example: 1 } },
    responses: { NotFound: { description: 'There is none.' } },
    schemas: {
      Name: { type: 'string', description: 'A text.' },
      Cluster: {
        type: 'object',
        description: 'Alike.',
        properties: { cluster: { $ref: '#/components/schemas/Name' } },
      },
      Phage: {
        type: 'object',
        properties: {
          phage_name: { description: 'Own words.', $ref: '#/components/schemas/Name' },
          length: { type: ['integer', 'null'] },
          strand: { enum: ['F', 'R'] },
          pcluster: { anyOf: [{ $ref: '#/components/schemas/Cluster' }, { type: 'null' }] },
          genes: { type: 'array', items: { $ref: '#/components/schemas/Cluster' } },
        },
      },
    },
  },
};

test('what is read with GET is told by sections, with what references lead to', () => {
  expect(sectionsOf(spec)).toEqual([
    {
      title: 'Phages',
      description: 'All.',
      operations: [
        {
          path: '/api/phages/{phage_name}/',
          description: 'One phage.',
          parameters: [
            { name: 'phage_name', in: 'path', description: 'Its name.', example: 'Alpha' },
            { name: 'page', in: 'query', description: 'A number.', example: '1' },
          ],
          answers: [
            { status: '200', description: 'It.' },
            { status: '404', description: 'There is none.' },
          ],
          type: 'application/json',
          fields: [
            { name: 'phage_name', type: 'string', description: 'Own words.' },
            { name: 'length', type: 'integer or null', description: '' },
            { name: 'strand', type: 'string', description: '' },
            { name: 'pcluster', type: 'object or null', description: 'Alike.' },
            { name: 'pcluster.cluster', type: 'string', description: 'A text.' },
            { name: 'genes', type: 'array', description: '' },
            { name: 'genes[].cluster', type: 'string', description: 'A text.' },
          ],
        },
      ],
    },
  ]);
  expect(sectionsOf(null)).toEqual([]);
});

test('an address has its values encoded, and none that are empty in its query', () => {
  const operation = sectionsOf(spec)[0]?.operations[0];
  expect(addressOf(operation!, { phage_name: 'a/b?c d' })).toBe('api/phages/a%2Fb%3Fc%20d/');
  expect(addressOf(operation!, { phage_name: 'A', page: '2&x' })).toBe('api/phages/A/?page=2%26x');
});
