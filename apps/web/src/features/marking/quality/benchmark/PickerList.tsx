import type { benchmarkPapers, ReplyOf } from '@hengjuan/contracts'
import { BENCHMARK_KINDS, PAPER_FLAGS } from '@hengjuan/domain'
import { Piece, StatusTag } from '@hengjuan/ui'
import { useEffect, useRef } from 'react'
import type { Script } from './Benchmarks.tsx'
import css from './picker.module.css'

export type PickerPaper = Pick<
  ReplyOf<typeof benchmarkPapers>['list'][number],
  'unit_id' | 'secret_code' | 'flags' | 'images'
>

/** Papers to walk through, with what those are used for that are scripts already. */
export function PickerList(props: {
  papers: readonly PickerPaper[]
  scriptOf: (unitId: number) => Script | undefined
  shown: PickerPaper | undefined
  onShow: (unitId: number) => void
}) {
  const shownId = props.shown?.unit_id
  const current = useRef<HTMLButtonElement>(null)
  // Papers are walked by key as well, out of the part of the list that is in sight.
  useEffect(() => {
    const button = current.current
    if (shownId === undefined || !button) return
    button.scrollIntoView({ block: 'nearest' })
    // A focus left behind would look like a second choice.
    if (button.closest('ul')?.contains(document.activeElement)) button.focus()
  }, [shownId])
  return (
    <ul className={css['list']} aria-label="试卷">
      {props.papers.map((paper) => {
        const script = props.scriptOf(paper.unit_id)
        const isShown = paper.unit_id === shownId
        return (
          <li key={paper.unit_id}>
            <button
              ref={isShown ? current : null}
              type="button"
              className={css['paper']}
              aria-current={isShown}
              onClick={() => props.onShow(paper.unit_id)}
            >
              <Piece isPressed src={paper.images[0]?.url} alt="" loading="lazy" />
              <div className={css['caption']}>
                {paper.secret_code}
                <em>
                  {paper.flags
                    .map((one) => (PAPER_FLAGS as Record<string, string>)[one] ?? '')
                    .join(' ')}
                </em>
                {script && <StatusTag status="ok">已选作{BENCHMARK_KINDS[script.kind]}</StatusTag>}
              </div>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
