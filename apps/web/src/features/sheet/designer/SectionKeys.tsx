import { InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { isObjective, type Question, type SheetWork } from '../draft.ts'
import { keysLine, spreadKeys } from '../section-keys.ts'
import css from './designer.module.css'

/** The answers of a section in one field: letters typed or pasted in a row go to its questions at once. */
export function SectionKeys(props: {
  index: number
  questions: readonly Question[]
  keys: SheetWork['keys']
  onKeys: (keys: SheetWork['keys']) => void
}) {
  const { questions, keys } = props
  /** As it is being typed; the table shows where each letter went. */
  const [draft, setDraft] = useState<string | null>(null)
  const objective = questions.filter(isObjective)
  const set = objective.filter(({ no }) => keys[no]).length
  const over = draft === null ? 0 : spreadKeys(draft, questions).over
  const type = (line: string) => {
    setDraft(line)
    const emptied = Object.fromEntries(objective.map(({ no }) => [no, '']))
    props.onKeys({ ...keys, ...emptied, ...spreadKeys(line, questions).keys })
  }
  return (
    <div className={css['sectionKeys']}>
      <InputGroup
        fill
        size="small"
        aria-label={`第 ${props.index + 1} 大题答案`}
        placeholder="答案：连续输入或粘贴，如 BCADD BAC；多选题之间空一格，没有答案的写 -"
        value={draft ?? keysLine(questions, keys)}
        onFocus={() => setDraft(keysLine(questions, keys))}
        onValueChange={type}
        onBlur={() => setDraft(null)}
      />
      <small data-over={over > 0 || undefined} role="status">
        {over > 0 ? `多出 ${over} 个字母` : `${set}/${objective.length}`}
      </small>
    </div>
  )
}
