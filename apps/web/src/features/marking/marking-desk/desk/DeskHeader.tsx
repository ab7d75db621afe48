import { Button, PopoverNext, Tooltip } from '@blueprintjs/core'
import type { ComponentProps, ReactNode } from 'react'
import { formatMilli, MARK_MODES, type MarkMode } from '@hengjuan/domain'
import { ProgressBar, Segmented, StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import { useBindings } from '../../marking-core/keys/bindings.ts'
import { DESK_VIEWS, type DeskView } from '../../marking-core/paper/desk-sheet.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { currentOf, type DeskState } from './desk-state.ts'
import { OwnProgress, type OwnRows } from './OwnProgress.tsx'
import { ReferenceTag } from './ReferenceLine.tsx'
import css from './desk.module.css'
import { SavedDot } from './SavedDot.tsx'

/** Block, own progress and what is on its way. Nothing about the candidate or other readings. */
export function DeskHeader(props: {
  state: DeskState
  /** Messages from the leaders that were not read yet. */
  unread: number
  onMessages: () => void
  rows: OwnRows
  onHelp: () => void
  onView: (view: DeskView) => void
  /** What is rarely needed. */
  menu: ReactNode
}) {
  const { state } = props
  const { info, mine } = state
  const bindings = useBindings()
  const back = state.back === null ? null : state.done[state.back]
  const paper = currentOf(state)
  return (
    <header className={css['header']}>
      <Link className={css['leave']} to="/MainPage/markPaper/markPage/unfinishList">
        ◂ 返回
      </Link>
      <strong className={css['block']} title={`${info.subject_name} · ${info.block_name}`}>
        {info.subject_name} · {info.block_name}（{formatMilli(info.full_milli)} 分）
      </strong>
      <span className={css['mode']} title={MODE_RULES[info.mark_mode as MarkMode]}>
        {MARK_MODES[info.mark_mode as MarkMode]}
      </span>
      {info.mark_mode !== 0 && (
        <span
          className={css['mode']}
          title={`两次给分相差不超过 ${formatMilli(info.tolerance_milli)} 分时取合成分，相差更多时：${MODE_RULES[info.mark_mode as MarkMode]}`}
        >
          阈值 {formatMilli(info.tolerance_milli)} 分
        </span>
      )}
      <ReferenceTag reader={info.second_reader} />
      <PopoverNext
        placement="bottom-start"
        content={
          <div role="dialog" aria-label="我的进度" className={css['popped']}>
            <OwnProgress mine={mine} due={state.due} rows={props.rows} />
          </div>
        }
      >
        <button type="button" className={css['progress']} aria-label="我的进度" title="我的进度">
          <span className={css['own']}>
            我已评
            {mine.target === null ? (
              <b>{mine.done} 份</b>
            ) : (
              <ProgressBar done={mine.done} total={mine.target} label="本人进度" />
            )}
          </span>
          {mine.median_ms !== null && (
            <span className={`${css['own']} ${css['pace']}`}>
              均用时 {(mine.median_ms / 1000).toFixed(1)} 秒
            </span>
          )}
        </button>
      </PopoverNext>
      <span className={css['spring']} />
      {paper && (
        <span className={css['code']} title="密号：不代表考号，与考生身份无关">
          密号 {paper.task.secret_code}
        </span>
      )}
      {back && <StatusTag status="busy">回评</StatusTag>}
      {paper?.task.kind === 'rejected' && <StatusTag status="warn">打回重评</StatusTag>}
      {paper?.task.kind === 'taken_back' && <StatusTag status="warn">收回重评</StatusTag>}
      <SavedDot state={state} />
      <span className={css['keyed']}>
        <Segmented
          label="视图"
          options={Object.entries(DESK_VIEWS).map(([value, label]) => ({
            value: value as DeskView,
            label,
          }))}
          value={state.view}
          onChange={props.onView}
        />
        <HeldKey action="view" />
      </span>
      {props.menu}
      <Tooltip content={`给题组长的消息${keyText(bindings.message)}`}>
        <Button
          className={css['keyed'] ?? ''}
          variant="minimal"
          intent={props.unread > 0 ? 'primary' : 'none'}
          aria-label={props.unread > 0 ? `消息，${props.unread} 条未读` : '消息'}
          onClick={props.onMessages}
        >
          消息{props.unread > 0 && <b className={css['unread']}>{props.unread}</b>}
          <HeldKey action="message" />
        </Button>
      </Tooltip>
      <Tooltip content={`快捷键${keyText(bindings.help)}`}>
        <Button variant="minimal" aria-label="快捷键" onClick={props.onHelp}>
          ?
        </Button>
      </Tooltip>
    </header>
  )
}

/** What becomes of readings that lie too far apart. @source domain rules 3.3 */
const MODE_RULES: Readonly<Record<MarkMode, string>> = {
  0: '每份试卷评阅一次，给分即为最后得分',
  1: '由仲裁教师决定',
  2: '仍取合成分，并作标记供抽查',
  3: '由第三位教师评阅，三次中最接近的两次仍超过时由仲裁教师决定',
  4: '由第三位教师评阅，取三次中最接近的两次合成',
}

/** Below what it presses, while the page shows its keys: the head has no room for them. */
const HeldKey = (props: ComponentProps<typeof KeyOf>) => (
  <span className={css['held']}>
    <KeyOf {...props} />
  </span>
)

const keyText = ([key]: readonly string[]): string => (key === undefined ? '' : `（${key}）`)
