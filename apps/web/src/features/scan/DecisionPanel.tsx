import { Button } from '@blueprintjs/core'
import { LocateIcon, RepeatIcon } from '@blueprintjs/icons'
import { fixSheet, type InputOf, matchOne } from '@hengjuan/contracts'
import { KeyHint, StatusTag } from '@hengjuan/ui'
import { CandidatePicker } from './CandidatePicker.tsx'
import { ChoiceForm } from './ChoiceForm.tsx'
import { categoryLabel } from './ExceptionList.tsx'
import type { ExceptionDetail } from './exception-types.ts'
import css from './scan-errors.module.css'
import { SheetFacts } from './SheetFacts.tsx'
import type { Decisions, ExamSubject } from './use-decisions.ts'

type Fix = Exclude<InputOf<typeof fixSheet>['body']['fix'], { kind: 'undo' }>

interface PanelProps {
  at: ExamSubject
  detail: ExceptionDetail
  decisions: Decisions
  /** Called when something was decided, to go on to the next. */
  onDone: () => void
  onLocate: (pageSeq: number) => void
}

/** What can be decided about the exception, and what was decided before. */
export function DecisionPanel(props: PanelProps) {
  const { item, sheet } = props.detail
  return (
    <div className={css['decision']}>
      <header className={css['decisionHead']}>
        <h2>{categoryLabel(item.category)}</h2>
        {item.state === 'open' ? (
          <StatusTag status="warn">待处理</StatusTag>
        ) : (
          <StatusTag status="ok">已处理</StatusTag>
        )}
      </header>
      <p className={css['reason']}>{item.reason}</p>
      {item.state === 'open' ? (
        <Actions {...props} />
      ) : (
        <p className={css['hint']}>如需修改，请在下方处理记录中撤销后重新处理。</p>
      )}
      <SheetFacts sheet={sheet} decisions={props.decisions} />
    </div>
  )
}

function Actions(props: PanelProps) {
  const { at, detail, decisions, onDone } = props
  const { item, sheet } = detail
  const fix = async (change: Fix, text: string) => {
    const done = await decisions.decide(
      fixSheet,
      { body: { ...at, sheet_id: sheet.sheet_id, fix: change } },
      text,
      ({ decision_id }) => (decision_id === null ? [] : [decision_id]),
    )
    if (done) onDone()
  }
  const pageSeq = Number(/^page:(\d+)$/.exec(item.target)?.[1] ?? 1)
  const voiding = (
    <>
      <Button
        onClick={() => void fix({ kind: 'void', reason: 'rescan' }, '作废重扫')}
        icon={<RepeatIcon />}
        disabled={decisions.pending}
      >
        作废，等待重扫
      </Button>
      <Button
        onClick={() => void fix({ kind: 'void', reason: 'other_exam' }, '作废：不属于本场考试')}
        disabled={decisions.pending}
      >
        不属于本场考试，作废
      </Button>
    </>
  )
  switch (item.category) {
    case 'exam_no':
      return (
        <>
          <CandidatePicker
            key={item.exception_id}
            at={at}
            proposals={detail.proposals}
            autoFocus
            onPick={(person) =>
              void decisions
                .decide(
                  matchOne,
                  {
                    body: { ...at, sheet_id: sheet.sheet_id, candidate_id: person.candidate_id },
                  },
                  `指定考生 ${person.name}`,
                  ({ decision_id }) => (decision_id === null ? [] : [decision_id]),
                )
                .then((done) => done && onDone())
            }
          />
          <div className={css['stack']}>{voiding}</div>
        </>
      )
    case 'choice':
      return <ChoiceForm key={item.exception_id} {...props} />
    case 'absence':
      return (
        <div className={css['stack']}>
          <Button
            intent="primary"
            disabled={decisions.pending}
            onClick={() => void fix({ kind: 'absence', attendance: 0 }, '确认正常参加考试')}
          >
            正常参加考试 <KeyHint keys="0" />
          </Button>
          <Button
            disabled={decisions.pending}
            onClick={() => void fix({ kind: 'absence', attendance: 1 }, '确认缺考')}
          >
            确认缺考 <KeyHint keys="1" />
          </Button>
          <p className={css['hint']}>
            缺考标记：{BOX[sheet.absent_box ?? 'none']}；已填涂 {sheet.answered} 题；作答区墨迹最高{' '}
            {(sheet.ink_ratio * 100).toFixed(1)}%
          </p>
        </div>
      )
    case 'positioning':
      return (
        <div className={css['stack']}>
          <Button
            intent="primary"
            icon={<LocateIcon />}
            disabled={decisions.pending}
            onClick={() => props.onLocate(pageSeq)}
          >
            四点定位 <KeyHint keys="Enter" />
          </Button>
          <Button
            disabled={decisions.pending}
            onClick={() =>
              void fix({ kind: 'ignore_page', page_seq: pageSeq }, `忽略第 ${pageSeq} 张图像`)
            }
          >
            忽略这张图像（空白页或误放）
          </Button>
          {voiding}
        </div>
      )
    case 'missing_page':
      return (
        <div className={css['stack']}>
          <Button
            intent="primary"
            disabled={decisions.pending}
            onClick={() => void fix({ kind: 'accept_missing' }, '确认缺页')}
          >
            确认缺页 <KeyHint keys="Enter" />
          </Button>
          {voiding}
          <p className={css['hint']}>
            补扫缺少的页后，只要考号能对上，缺页会自动消失。确认缺页后，缺页上的客观题按未作答计分。
          </p>
        </div>
      )
    case 'objective_box':
      return (
        <div className={css['stack']}>
          <Button
            intent="primary"
            disabled={decisions.pending}
            onClick={() => void fix({ kind: 'accept_page', page_seq: pageSeq }, '确认选项框无误')}
          >
            选项框无误 <KeyHint keys="Enter" />
          </Button>
          <Button
            icon={<LocateIcon />}
            disabled={decisions.pending}
            onClick={() => props.onLocate(pageSeq)}
          >
            四点定位后重新识别
          </Button>
          {voiding}
        </div>
      )
    case 'to_verify':
      return (
        <div className={css['stack']}>
          <Button
            intent="primary"
            disabled={decisions.pending}
            onClick={() => void fix({ kind: 'verify', target: item.target }, '核实无误')}
          >
            核实无误 <KeyHint keys="Enter" />
          </Button>
          {item.target.startsWith('page:') && (
            <Button
              icon={<LocateIcon />}
              disabled={decisions.pending}
              onClick={() => props.onLocate(pageSeq)}
            >
              四点定位后重新识别
            </Button>
          )}
          {voiding}
        </div>
      )
    default:
      return null
  }
}

const BOX: Record<string, string> = {
  none: '没有',
  empty: '未填涂',
  filled: '已填涂',
  unclear: '看不清',
}
