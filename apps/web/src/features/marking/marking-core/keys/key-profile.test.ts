import { expect, test } from 'vitest'
import { SLOT_ACTIONS } from './desk-actions.ts'
import { keyName } from './key-name.ts'
import {
  actingBindings,
  actionsByKey,
  bindingsOf,
  choiceOfWire,
  DEFAULT_CHOICE,
  KEY_PROFILES,
  type KeyProfileName,
  parseChoice,
  remap,
  takeOver,
  wireOfChoice,
} from './key-profile.ts'

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  keyName({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  })

test.for([
  ['f', {}, 'F', 'a letter'],
  ['F', { shiftKey: true }, 'Shift+F', 'a letter with Shift'],
  ['?', { shiftKey: true }, '?', 'a sign that needs Shift is that sign'],
  ['？', {}, '?', 'a sign of a Chinese keyboard'],
  ['；', {}, ';', 'half a point of a Chinese keyboard'],
  ['７', {}, '7', 'a digit typed in full width'],
  ['．', {}, '.', 'a point in full width'],
  ['ｆ', {}, 'F', 'a letter in full width'],
  ['　', {}, 'Space', 'the long key in full width'],
  ['=', {}, '+', 'plus without Shift'],
  [' ', { shiftKey: true }, 'Shift+Space', 'the long key'],
  ['z', { ctrlKey: true }, 'Ctrl+Z', 'with Ctrl'],
  ['Z', { metaKey: true, shiftKey: true }, 'Ctrl+Shift+Z', 'the command key is Ctrl'],
  ['ArrowDown', {}, '↓', 'an arrow'],
  ['¡', { altKey: true, code: 'Digit1' }, 'Alt+1', 'a sign that Alt makes of a digit'],
  [
    '!',
    { shiftKey: true, code: 'Digit1' },
    'Shift+1',
    'a digit with Shift, whatever sign it types',
  ],
  ['￥', { shiftKey: true, code: 'Digit4' }, 'Shift+4', 'on a Chinese keyboard as well'],
  ['Process', { shiftKey: true, code: 'Digit1' }, 'Shift+1', 'behind an input method too'],
  ['1', { shiftKey: true, code: 'Digit1' }, '1', 'a digit that needs Shift is a score'],
  ['Process', { code: 'KeyF' }, 'F', 'an input method in the way'],
  ['Process', { code: 'Digit7' }, '7', 'a digit behind an input method'],
  ['Process', { code: 'Period' }, '.', 'half a point behind an input method'],
  ['Process', { code: 'NumpadDecimal' }, '.', 'and on the number pad'],
  ['End', { code: 'Numpad1' }, '1', 'a digit of the number pad with NumLock off'],
  ['Clear', { code: 'Numpad5' }, '5', 'in its middle as well'],
  ['Delete', { code: 'NumpadDecimal' }, '.', 'and its point'],
  ['Enter', { code: 'NumpadEnter' }, 'Enter', 'its Enter'],
  ['Process', { code: 'Semicolon' }, ';', 'and on its other key'],
  ['Process', { code: 'BracketLeft' }, '[', 'back behind an input method'],
  ['Process', { code: 'NumpadAdd' }, '+', 'nearer behind an input method'],
  ['Process', { code: 'Slash', shiftKey: true }, '?', 'a sign that needs Shift behind one'],
  ['Process', { code: 'Semicolon', shiftKey: true }, null, 'what would be another sign is none'],
  ['Shift', { shiftKey: true }, null, 'Shift alone is no key'],
] as const)('%s %o is %s (%s)', ([key, held, name]) => {
  expect(press(key, held)).toBe(name)
})

test.for(Object.keys(KEY_PROFILES) as KeyProfileName[])(
  'in the profile %s no key means two things',
  (profile) => {
    const keys = Object.values(bindingsOf({ ...DEFAULT_CHOICE, profile })).flat()
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  },
)

test.for(Object.keys(KEY_PROFILES) as KeyProfileName[])(
  'in the profile %s every entry of the rubric has a key that is neither a score nor a bare letter',
  (profile) => {
    const bindings = bindingsOf({ ...DEFAULT_CHOICE, profile })
    const keys = SLOT_ACTIONS.map((action) => bindings[action][0] ?? '')
    expect(keys).toHaveLength(20)
    expect(keys.filter((key) => !/^Shift\+[0-9A-Z]$/.test(key))).toEqual([])
  },
)

test('the key of an entry can be changed, and taken over', () => {
  const choice = remap(DEFAULT_CHOICE, 'entryA', 'F8')
  if (typeof choice === 'string') throw new Error(choice)
  const actions = actionsByKey(bindingsOf(choice))
  expect([actions.get('F8'), actions.get('Shift+1')]).toEqual(['entryA', undefined])
  expect(choiceOfWire(wireOfChoice(choice))).toEqual(choice)
  expect(remap(DEFAULT_CHOICE, 'rubric', 'Shift+2')).toMatch(/已用于「给分依据第 2 条」/)
})

test('what 云阅卷 and Crowdmark do with a key, their profiles do', () => {
  const of = (profile: KeyProfileName) => actionsByKey(bindingsOf({ ...DEFAULT_CHOICE, profile }))
  expect([of('default').get(']'), of('cloud').get(']')]).toEqual(['next', 'submit'])
  expect(['H', 'J', 'K', 'L'].map((key) => of('crowdmark').get(key))).toEqual([
    'previous',
    'down',
    'up',
    'next',
  ])
})

test('another key takes the place of the old ones', () => {
  const choice = remap(DEFAULT_CHOICE, 'rubric', 'F2')
  if (typeof choice === 'string') throw new Error(choice)
  const actions = actionsByKey(bindingsOf(choice))
  expect([actions.get('F2'), actions.get('S')]).toEqual(['rubric', undefined])
  expect(parseChoice(JSON.stringify(choice))).toEqual(choice)
})

test('a key is taken from what had it, which keeps its other keys', () => {
  const choice = takeOver(DEFAULT_CHOICE, 'rubric', '[')
  const bindings = bindingsOf(choice)
  expect([bindings.rubric, bindings.previous]).toEqual([['['], ['PageUp']])
  const bare = takeOver(choice, 'rubric', 'F')
  expect([bindingsOf(bare).rubric, bindingsOf(bare).full]).toEqual([['F'], []])
  expect(parseChoice(JSON.stringify(bare))).toEqual(bare)
})

test.for([
  ['5', /用来输入分数/],
  ['F', /已用于「本给分点满分」/],
] as const)('%s can not become the key of the rubric', ([key, reason]) => {
  expect(remap(DEFAULT_CHOICE, 'rubric', key)).toMatch(reason)
})

test.for([
  ['', 'nothing'],
  ['{"profile":"other"}', 'a profile that is none'],
  ['{"profile":"default","changes":{"rubric":["F"]}}', 'a key for two things'],
] as const)('%s is not taken (%s)', ([text]) => {
  expect(parseChoice(text)).toBeNull()
})

test('a choice comes back from the server as it was sent, and unknown keys of another version do no harm', () => {
  const choice = takeOver({ ...DEFAULT_CHOICE, profile: 'cloud', lettersOff: true }, 'rubric', 'F2')
  expect(choiceOfWire(wireOfChoice(choice))).toEqual(choice)
  const wire = wireOfChoice(choice)
  expect(choiceOfWire({ ...wire, changes: { ...wire.changes, dance: ['F9'] } })).toEqual(choice)
  expect(choiceOfWire({ ...wire, profile: 'later' })).toEqual({
    ...DEFAULT_CHOICE,
    lettersOff: true,
  })
})

test('with single letters turned off no button says one, and what else a key is called stays', () => {
  const off = actingBindings({ ...DEFAULT_CHOICE, lettersOff: true })
  expect([off.rubric, off.fullAll, off.previous, off.undo]).toEqual([
    [],
    [],
    ['[', 'PageUp'],
    ['Ctrl+Z'],
  ])
  expect(actingBindings(DEFAULT_CHOICE).rubric).toEqual(['S'])
})
