import { expect, test } from 'vitest'
import { modeOf, sourceOf } from './apply-settings.ts'

/** What a back end offers, and which of it is taken for each of our words. */
const MODES: [backEnd: string, offered: string, taken: Record<string, string | undefined>][] = [
  [
    'brscan2 to brscan4 (Brother)',
    'Black & White|Gray[Error Diffusion]|True Gray|24bit Color|24bit Color[Fast]',
    { bw: 'Black & White', gray: 'True Gray', color: '24bit Color' },
  ],
  [
    'brscan5 (Brother)',
    '24bit Color[Fast]|Black & White|True Gray|Gray[Error Diffusion]',
    { bw: 'Black & White', gray: 'True Gray', color: '24bit Color[Fast]' },
  ],
  ['fujitsu', 'Lineart|Halftone|Gray|Color', { bw: 'Lineart', gray: 'Gray', color: 'Color' }],
  ['kvs40xx (Panasonic)', 'Lineart|Gray|Color', { bw: 'Lineart', gray: 'Gray', color: 'Color' }],
  ['epsonds', 'Lineart|Gray|Color', { bw: 'Lineart', gray: 'Gray', color: 'Color' }],
  ['a device with half tones only', 'Halftone|Color', { bw: undefined, gray: undefined }],
]

test.for(MODES)('of the modes of %s', ([, offered, taken]) => {
  const choices = offered.split('|')
  for (const [word, choice] of Object.entries(taken))
    expect(choices.find((each) => modeOf(each) === word)).toBe(choice)
})

test.for([
  ['FlatBed', 'flatbed'],
  ['Automatic Document Feeder(left aligned)', 'feeder'],
  ['Automatic Document Feeder(centrally aligned,Duplex)', 'duplex'],
  ['ADF Front', 'feeder'],
  ['ADF Back', null],
  ['ADF Duplex', 'duplex'],
  ['fb', null],
] as const)('the source %s is %s', ([name, word]) => {
  expect(sourceOf(name)).toBe(word)
})
