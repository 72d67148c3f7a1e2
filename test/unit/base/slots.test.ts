import { expect, test } from 'vitest';
import { createSlots } from '../../../src/base/httpClient.ts';

/** Lets everything go on that waits for nothing but its turn. */
const settle = () => new Promise((done) => setImmediate(done));

test('so many are let in at once, and the others in the order in which they came', async () => {
  const slots = createSlots(2);
  const inside: string[] = [];
  const enter = async (name: string) => {
    await slots.take();
    inside.push(name);
  };
  void ['a', 'b', 'c', 'd'].map(enter);
  await settle();
  expect(inside).toEqual(['a', 'b']);
  slots.give();
  await settle();
  expect(inside).toEqual(['a', 'b', 'c']);
  slots.give();
  await settle();
  expect(inside).toEqual(['a', 'b', 'c', 'd']);
});

test('a slot that nobody waits for is free again, and is given to one only', async () => {
  const slots = createSlots(1);
  await slots.take();
  slots.give();
  let entered = 0;
  void [1, 2].map(async () => {
    await slots.take();
    entered++;
  });
  await settle();
  expect(entered).toBe(1);
});

test('who comes while another is handed the slot waits behind', async () => {
  const slots = createSlots(1);
  const inside: string[] = [];
  const enter = async (name: string) => {
    await slots.take();
    inside.push(name);
  };
  await enter('a');
  void enter('b');
  slots.give();
  void enter('c');
  await settle();
  expect(inside).toEqual(['a', 'b']);
});
