import { StatusTag, useOneByOne } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { CandidatePicker } from './CandidatePicker.tsx'
import { categoryLabel } from './category-label.ts'
import { ChoiceForm } from './ChoiceForm.tsx'
import { IdentityEvidence } from './IdentityEvidence.tsx'
import { ScoreForm } from './ScoreForm.tsx'
import { AbsenceActions, MissingActions } from './SheetActions.tsx'
import { VoidActions } from './VoidActions.tsx'
import { PageActions } from './PageActions.tsx'
import css from './scan-review.module.css'
import { SheetFacts } from './SheetFacts.tsx'
import type { FindCandidates, ReviewDecisions, ReviewDetail } from './types.ts'

const ABSENCE_KEYS = ['0', '1']

interface PanelProps {
  detail: ReviewDetail
  decisions: ReviewDecisions
  findCandidates: FindCandidates
  /** Called when something was decided, to go on to the next. */
  onDone: () => void
  onLocate: (pageSeq: number) => void
  /** Another part of the page has the keys. */
  isQuiet?: boolean
  /** Further ways out, below the usual ones. */
  extra?: ReactNode
  /** Shown in place of all that can be decided. */
  instead?: ReactNode
}

/** What can be decided about the exception, and what was decided before. */
export function DecisionPanel(props: PanelProps) {
  const { item, sheet } = props.detail
  const { here } = useOneByOne(item.exception_id, {
    keys: item.category === 'absence' ? ABSENCE_KEYS : [],
  })
  return (
    <div {...here} className={css['decision']}>
      <header className={css['decisionHead']}>
        <h2>{categoryLabel(item.category)}</h2>
        {item.state === 'open' ? (
          <StatusTag status="warn">待处理</StatusTag>
        ) : (
          <StatusTag status="ok">已处理</StatusTag>
        )}
      </header>
      <p className={css['reason']}>{item.reason}</p>
      {props.instead ? (
        props.instead
      ) : item.state === 'open' ? (
        <>
          <Actions key={`of ${item.exception_id}`} {...props} />
          {props.extra}
        </>
      ) : (
        <p className={css['hint']}>如需修改，请在下方处理记录中撤销后重新处理。</p>
      )}
      <SheetFacts
        sheet={sheet}
        decisions={props.decisions}
        hasEvidence={item.category !== 'exam_no' || item.state !== 'open'}
      />
    </div>
  )
}

function Actions(props: PanelProps) {
  const { detail, decisions, onDone } = props
  const { item, sheet } = detail
  const page = Number(/^page:(\d+)$/.exec(item.target)?.[1] ?? 1)
  switch (item.category) {
    case 'exam_no':
      return (
        <>
          <IdentityEvidence sheet={sheet} neighbours={detail.neighbours} />
          <CandidatePicker
            find={props.findCandidates}
            proposals={detail.proposals}
            autoFocus
            onPick={(person) =>
              void decisions.assign(sheet.sheet_id, person).then((done) => done && onDone())
            }
          />
          <VoidActions {...props} />
        </>
      )
    case 'choice':
      return <ChoiceForm detail={detail} decisions={decisions} onDone={onDone} />
    case 'score':
      return <ScoreForm detail={detail} decisions={decisions} onDone={onDone} />
    case 'absence':
      return <AbsenceActions {...props} />
    case 'positioning':
    case 'objective_box':
    case 'to_verify':
      return <PageActions {...props} pageSeq={page} />
    case 'missing_page':
      return <MissingActions {...props} />
    default:
      return null
  }
}
