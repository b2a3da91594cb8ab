import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingMap, GrowingSet } from '../../backend/commands/kernel/growing.ts';

const shown = (map: GrowingMap<number, number>) => [...map].toSorted(([a], [b]) => a - b);

test('every version of a map keeps its content, whatever versions are derived from it', () => {
  const step = fc.record({ from: fc.nat(80), key: fc.nat(8), value: fc.option(fc.nat(3), { nil: null }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.array(fc.nat(80)), (steps, looks) => {
      const versions = [{ map: new GrowingMap<number, number>(), as: new Map<number, number>() }];
      const at = (index: number) => versions[index % versions.length] as (typeof versions)[number];
      for (const [index, { from, key, value }] of steps.entries()) {
        // Mostly the latest stream grows; now and then an older one does.
        const { map, as } = at(from < 60 ? versions.length - 1 : from);
        const next = new Map(as);
        if (value === null) next.delete(key);
        else next.set(key, value);
        versions.push({ map: value === null ? map.without(key) : map.with(key, value), as: next });
        const looked = at(looks[index] ?? index);
        expect(looked.map.get(key)).toBe(looked.as.get(key));
      }
      for (const { map, as } of versions) {
        expect(map.size).toBe(as.size);
        expect(shown(map)).toEqual([...as].toSorted(([a], [b]) => a - b));
      }
    }),
  );
});

test('a change without effect returns the same map; an iteration is not affected by later versions', () => {
  const one = new GrowingSet<string>().with('a').with('b');
  expect(one.with('a')).toBe(one);
  expect(one.without('c')).toBe(one);
  const seen: string[] = [];
  let next = one;
  for (const key of one) {
    next = next.without(key).with(`${key}${key}`);
    seen.push(key);
  }
  expect([seen, [...one].toSorted(), [...next].toSorted()]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['aa', 'bb'],
  ]);
  expect(JSON.stringify({ next: new GrowingSet<string>().with('a').with('b') })).toBe('{"next":["a","b"]}');
});
