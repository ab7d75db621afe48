import { Button, InputGroup } from '@blueprintjs/core'
import { type ReviewPlace, usePageKeys } from '@hengjuan/scan-review'
import { KeyHint } from '@hengjuan/ui'
import { useState } from 'react'
import type { StationDecision, StationReviewDetail } from '../../bridge/review-api.ts'
import { HoldButton } from './HoldButton.tsx'
import { Placements } from './Placements.tsx'
import css from './review.module.css'
import type { StationDecisions } from './use-station-decisions.ts'
import { ProblemForm } from './ProblemForm.tsx'

type Open = 'places' | 'problem' | null

/** Ways out of an exception that fit any of them. */
export function OtherWays(props: {
  at: ReviewPlace
  detail: StationReviewDetail
  decisions: StationDecisions
}) {
  const { at, detail, decisions } = props
  const { sheet, item } = detail
  const [open, setOpen] = useState<Open>(null)
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const pageSeq = Number(/^page:(\d+)$/.exec(item.target)?.[1] ?? regionPage(detail))
  const page = sheet.pages.find(({ seq }) => seq === pageSeq) ?? sheet.pages[0]
  const decide = (decision: StationDecision, text: string) =>
    void decisions.decide(sheet.sheet_id, decision, text).then((done) => {
      if (!done) return
      setOpen(null)
      at.onDone()
    })
  const reread = () => decide({ kind: 'reread', page_seq: pageSeq }, `重新识别第 ${pageSeq} 张图像`)
  const recrop = () => decide({ kind: 'recrop' }, '重新裁切')
  const sign = () => decide({ kind: 'send_verify', note: note.trim() }, '标记为问题卷')
  const toggle = (which: Open) => () => setOpen(open === which ? null : which)
  const isQuiet = decisions.pending || at.isLocating
  usePageKeys(
    isQuiet
      ? {}
      : {
          l: () => at.onLocate(pageSeq),
          t: reread,
          v: recrop,
          p: toggle('places'),
          w: toggle('problem'),
        },
  )
  return (
    <section className={css['ways']} aria-label="其他办法">
      <h3>其他办法</h3>
      <div className={css['wayButtons']}>
        <Button size="small" disabled={isQuiet} onClick={() => at.onLocate(pageSeq)}>
          四点定位 <KeyHint keys="L" />
        </Button>
        <Button size="small" disabled={isQuiet} onClick={reread}>
          重新识别 <KeyHint keys="T" />
        </Button>
        <Button
          size="small"
          disabled={isQuiet}
          active={open === 'places'}
          onClick={toggle('places')}
        >
          其他定位 <KeyHint keys="P" />
        </Button>
        <Button size="small" disabled={isQuiet} onClick={recrop}>
          重新裁切 <KeyHint keys="V" />
        </Button>
        <Button
          size="small"
          disabled={isQuiet}
          active={open === 'problem'}
          onClick={toggle('problem')}
        >
          问题卷 <KeyHint keys="W" />
        </Button>
      </div>
      {open === 'places' && page && (
        <Placements
          sheetId={sheet.sheet_id}
          imageUrl={page.url}
          page={page}
          disabled={decisions.pending}
          onChoose={(place) =>
            decide(
              { kind: 'choose_place', page_seq: page.seq, place },
              `选用第 ${page.seq} 张图像的另一种定位`,
            )
          }
        />
      )}
      {open === 'problem' && (
        <ProblemForm
          isPending={decisions.pending}
          note={note}
          onNote={setNote}
          onSign={sign}
          onClose={() => setOpen(null)}
        />
      )}
      {detail.warnings.length > 0 && (
        <div className={css['warnings']}>
          <ul>
            {detail.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
          {detail.warnings_stand === '' ? (
            <>
              <InputGroup
                value={reason}
                onValueChange={setReason}
                maxLength={200}
                placeholder="理由，例如：原卷核对过"
                aria-label="接受的理由"
                onKeyDown={(event) => {
                  // Then the key below can be held.
                  if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
                }}
              />
              <HoldButton
                text="不顾提示接受（按住）"
                {...(isQuiet || reason.trim() === '' ? {} : { hotkey: 'y' })}
                disabled={decisions.pending || reason.trim() === ''}
                onHeld={() => decide({ kind: 'force_sure', note: reason.trim() }, '不顾提示接受')}
              />
            </>
          ) : (
            <p className={css['muted']}>{detail.warnings_stand}，不能直接接受。</p>
          )}
        </div>
      )}
    </section>
  )
}

const regionPage = ({ regions, sheet }: StationReviewDetail): number =>
  regions[0]?.page_seq ?? sheet.pages[0]?.seq ?? 1
