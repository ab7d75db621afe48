import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { emptyEntry, type ScoreEntry, typeKey } from '../../marking-core/entry/score-entry.ts'
import { BindingsOn } from '../../marking-core/keys/bindings.ts'
import { bindingsOf, DEFAULT_CHOICE } from '../../marking-core/keys/key-profile.ts'
import { ScorePanel } from './ScorePanel.tsx'

const points = [12, 4].map((full) => ({ name: '', fullMilli: 1000 * full, stepMilli: 1000 }))

function buttons(
  typed: string,
  rules = { points, isDeductive: false },
  locked: string | null = null,
) {
  const entry = [...typed].reduce<ScoreEntry>(
    (now, key) => typeKey(now, key, rules),
    emptyEntry(rules),
  )
  const markup = renderToStaticMarkup(
    <BindingsOn value={bindingsOf(DEFAULT_CHOICE)}>
      <ScorePanel
        rules={rules}
        entry={entry}
        onEdit={() => undefined}
        onSubmit={() => undefined}
        submitText="提交"
        hint={null}
        lockedReason={locked}
        mayClick={false}
      />
    </BindingsOn>,
  )
  return ['零分', '满分', '清除', '提交'].filter((text) => markup.includes(`>${text} <`))
}

test.for([
  ['', false, null, ['零分', '满分', '提交'], 'nothing is given'],
  ['7', false, null, ['零分', '满分', '清除', '提交'], 'one point is given'],
  ['1', false, null, ['零分', '满分', '清除', '提交'], 'a score is begun'],
  ['', true, null, ['零分', '满分', '提交'], 'full marks stand, and nobody gave them'],
  ['7', true, null, ['零分', '满分', '清除', '提交'], 'points were taken away'],
  ['7', false, '题块已结束阅卷', [], 'nothing can be changed'],
] as const)('after 「%s」, deductive %s, locked by %s, the buttons are %o (%s)', (one) => {
  const [typed, isDeductive, locked, shown] = one
  expect(buttons(typed, { points, isDeductive }, locked)).toEqual(shown)
})
