import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { emptyEntry, type ScoreEntry, typeKey } from '../../marking-core/entry/score-entry.ts'
import { ScorePad } from './ScorePad.tsx'

function padOf(full: number, step: number, typed = '') {
  const point = { name: '作文', fullMilli: full * 1000, stepMilli: step * 1000 }
  const rules = { points: [point], isDeductive: false }
  const entry = [...typed].reduce<ScoreEntry>(
    (now, key) => typeKey(now, key, rules),
    emptyEntry(rules),
  )
  const markup = renderToStaticMarkup(
    <ScorePad
      point={point}
      rules={rules}
      entry={entry}
      often={new Set()}
      onEdit={() => undefined}
    />,
  )
  const buttons = [...markup.matchAll(/<button([^>]*)>([^<]*)/g)]
  return {
    labels: buttons.map(([, , label]) => label),
    refused: buttons
      .filter(([, attributes = '']) => attributes.includes('aria-disabled="true"'))
      .map(([, , label]) => label),
  }
}

test('a point has every legal score as a button', () => {
  expect(padOf(3, 1).labels).toEqual(['0', '1', '2', '3'])
  expect(padOf(60, 0.5).labels).toHaveLength(121)
})

test('where these are too many to find one, fingers and mouse put it together from digits', () => {
  expect(padOf(70, 0.5).labels).toEqual([...'7894561230', '+.5', '⌫', '确定'])
  expect(padOf(70, 0.5).refused).toEqual(['确定'])
  // 70 is the highest: no other digit and no half follows but 7.5.
  expect(padOf(70, 0.5, '7').refused).toEqual([...'789456123'])
})
