import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SubjectTiles } from './SubjectTiles.tsx'

type Subject = ComponentProps<typeof SubjectTiles>['subjects'][number]

test('papers and candidates of a tile stay whole where a region has five digits of both', () => {
  const numbers = { total: 62_502, done: 51_329 }
  const subject = {
    subject_id: 1,
    subject_name: '语文',
    numbers,
    expected: 10_417,
    scanned: 10_416,
    eta: null,
    deadline: null,
    waiting_for: null,
    reasons: [],
  }
  const page = renderToStaticMarkup(
    <SubjectTiles
      subjects={[subject as unknown as Subject]}
      selected={null}
      onSelect={() => undefined}
      onPapers={() => undefined}
      mayOpen={() => false}
    />,
  ).replaceAll('<!-- -->', '')
  // Each by itself: between them, not within, a line may end.
  for (const text of ['51329 / 62502 份', '已扫 10416 / 10417 人'])
    expect(page).toContain(`<span>${text}</span>`)
})
