import { InputGroup } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { ErrorState, KeyHint, StatusTag } from '@hengjuan/ui'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { FindCandidates, PersonOfExam, ProposedPerson } from './types.ts'
import css from './scan-review.module.css'
import { useFound } from './use-found.ts'

/** A fit below this says nothing worth reading. */
const LEAST_SHOWN = 0.01

/** Finds a candidate by number, name or pinyin initials; those without a sheet come first. Enter takes the marked one. */
export function CandidatePicker(props: {
  find: FindCandidates
  proposals: readonly ProposedPerson[]
  autoFocus?: boolean
  /** What comes of a pick: the sheet is theirs, or what they have is shown. */
  purpose?: 'assign' | 'open'
  onPick: (person: PersonOfExam) => void
}) {
  const [text, setText] = useState('')
  // Nothing typed, nothing marked: Enter must not assign a candidate that nobody chose.
  const [marked, setMarked] = useState(-1)
  const isEager = useRef(false)
  const [isTouched, setTouched] = useState(false)
  const keyword = useDeferredValue(text.trim())
  const list = useRef<HTMLUListElement>(null)
  const found = useFound(props.find, keyword)
  const people = keyword === '' ? props.proposals : found.people
  const isFresh = text.trim() === '' || found.keyword === text.trim()
  const { onPick } = props
  // Enter came before the answer: it means the only one who fits, and nobody where several do.
  useEffect(() => {
    if (!isEager.current || !isFresh) return
    isEager.current = false
    const [only] = people
    if (only && people.length === 1) onPick(only)
  }, [isFresh, people, onPick])
  const move = (step: number) => {
    const next = Math.max(0, Math.min(people.length - 1, marked + step))
    setMarked(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className={css['picker']}>
      <InputGroup
        value={text}
        onValueChange={(value) => {
          setText(value)
          setTouched(true)
          isEager.current = false
          setMarked(value.trim() === '' ? -1 : 0)
        }}
        autoFocus={props.autoFocus ?? false}
        placeholder="考号、姓名或拼音首字母"
        leftIcon={<SearchIcon />}
        aria-label="查找考生"
        // Come by itself after a decision, the field leaves Ctrl+Z to the page.
        data-untouched={isTouched ? undefined : ''}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Escape') event.currentTarget.blur()
          else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            const person = people[marked]
            // Those on screen may still be of the keyword before.
            if (!isFresh) isEager.current = true
            else if (person) props.onPick(person)
          } else return
          event.preventDefault()
        }}
      />
      {found.error !== null && keyword !== '' ? (
        <ErrorState error={found.error} onRetry={found.retry} />
      ) : people.length === 0 ? (
        <p className={css['hint']}>
          {keyword === ''
            ? props.purpose === 'open'
              ? '请输入姓名、考号或拼音首字母。'
              : '没有相近的考号，请输入姓名或考号查找。'
            : '没有找到，请核对后换一个关键词；不在名单中的考生请先到考生名单添加。'}
        </p>
      ) : (
        <ul className={css['people']} ref={list}>
          {people.map((person, at) => (
            <li key={person.candidate_id}>
              <button
                type="button"
                className={css['person']}
                data-marked={at === marked || undefined}
                onClick={() => props.onPick(person)}
                onPointerEnter={() => setMarked(at)}
              >
                <span>
                  <b>{person.name}</b> <span className={css['mono']}>{person.exam_no}</span>
                </span>
                <span className={css['personFoot']}>
                  {[
                    person.class_name,
                    person.room_no && `${person.room_no} 考场 ${person.seat_no ?? ''} 座`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  {person.probability !== undefined && person.probability >= LEAST_SHOWN && (
                    <StatusTag status="busy">
                      考号吻合 {Math.min(99, Math.round(person.probability * 100))}%
                    </StatusTag>
                  )}
                  {person.sheets > 0 ? (
                    <StatusTag status="warn">已有答题卡</StatusTag>
                  ) : (
                    <StatusTag status="idle">未扫到</StatusTag>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={css['hint']}>
        <KeyHint keys="↑" /> <KeyHint keys="↓" /> 选择，
        <KeyHint keys="Enter" /> {props.purpose === 'open' ? '打开' : '指定'}，
        <KeyHint keys="Esc" /> 离开输入框；没有答题卡的考生在前
      </p>
    </div>
  )
}
