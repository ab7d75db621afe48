import { Classes, Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { LOOKS_BLANK, PROBLEM_REASONS } from '@hengjuan/domain'
import { KeyHint, ReasonButton } from '@hengjuan/ui'
import { keepTyped, useTyped } from '../../../../session/typed.ts'
import { takeFocus } from '../../marking-core/take-focus.ts'
import { PairForm } from './PairForm.tsx'
import css from './desk.module.css'

type RaiseProblem = (reason: string, note: string, pairCode?: string) => void

const REASONS = Object.entries(PROBLEM_REASONS)
const NAMED = REASONS.filter(([reason]) => reason !== 'other')

/** The reason under a digit; undefined where there is none. */
export const reasonAt = (digit: number): string | undefined => NAMED[digit - 1]?.[0]

/** Reasons under the digits 1 to 9; 其他 asks for words, 雷同卷 for the other paper. */
export function ProblemMenu(props: {
  blockId: number
  own: string
  onProblem: RaiseProblem
  asksPair: boolean
  onPair: (asks: boolean) => void
}) {
  const { asksPair, onPair } = props
  // A menu closes at any key or click beside it: what was written about the paper is there when it opens again.
  const about = `problem ${props.blockId} ${props.own}`
  const pairName = `pair ${props.blockId} ${props.own}`
  const [note, setNote] = useTyped(about)
  const onProblem: RaiseProblem = (...told) => {
    setNote('')
    keepTyped(pairName, '')
    props.onProblem(...told)
  }
  const pick = (reason: string) => (reason === 'identical' ? onPair(true) : onProblem(reason, note))
  if (asksPair)
    return (
      <PairForm
        blockId={props.blockId}
        own={props.own}
        typedAs={pairName}
        onBack={() => onPair(false)}
        onSubmit={(pairCode) => onProblem('identical', note, pairCode)}
      />
    )
  return (
    <div
      className={css['problem']}
      role="menu"
      aria-label="问题原因"
      tabIndex={-1}
      // The menu takes the digits as soon as it is open.
      ref={takeFocus}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement) return
        const picked = reasonAt(Number(event.key))
        if (/^[1-9]$/.test(event.key) && picked) {
          event.preventDefault()
          pick(picked)
        }
      }}
    >
      <Menu>
        <MenuDivider title="交给题组长，不占任务量" />
        {NAMED.map(([reason, label], index) => (
          <MenuItem
            key={reason}
            text={label}
            labelElement={<KeyHint keys={String(index + 1)} />}
            shouldDismissPopover={reason !== 'identical'}
            onClick={() => pick(reason)}
          />
        ))}
      </Menu>
      <form
        className={css['other']}
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim()) onProblem('other', note.trim())
        }}
      >
        <input
          className={Classes.INPUT}
          value={note}
          placeholder="其他原因，请写明情况"
          aria-label="其他原因"
          onChange={(event) => setNote(event.target.value)}
        />
        <ReasonButton type="submit" reason={note.trim() ? null : '请先写明原因'}>
          提交
        </ReasonButton>
      </form>
      <Menu>
        <MenuDivider title="没有作答，不是零分" />
        <MenuItem text="看似空白，交空白卷核查" onClick={() => onProblem(LOOKS_BLANK, '')} />
      </Menu>
    </div>
  )
}
