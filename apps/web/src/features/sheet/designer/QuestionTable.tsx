import { Button, HTMLSelect, InputGroup, Popover } from '@blueprintjs/core'
import { AlignLeftIcon, CrossIcon, PlusIcon } from '@blueprintjs/icons'
import { formatMilli, QUESTION_TYPES } from '@hengjuan/domain'
import { memo, useEffect, useRef, useState } from 'react'
import {
  isObjective,
  mapQuestion,
  mapSection,
  type Question,
  retyped,
  type SheetWork,
  typedKey,
  withAddedQuestion,
} from '../draft.ts'
import { AreaCell, Cell, pointsOf, wholeOf } from './cells.tsx'
import css from './designer.module.css'
import { StemForm } from './StemForm.tsx'

const TYPE_OPTIONS = Object.entries(QUESTION_TYPES).map(([value, label]) => ({ value, label }))

/** The question table: a row a question, a heading a section. */
export function QuestionTable(props: {
  work: SheetWork
  /** Problems by question number. */
  problems: ReadonlyMap<string, string>
  /** Knowledge points by question; they are bound on the page of the blocks. */
  knowledge: Readonly<Record<string, string[]>>
  /** Choices have an answer; where scores are imported they have none. */
  hasKeys: boolean
  /** Questions are marked block by block, on a sheet or online. */
  hasBlocks: boolean
  /** The questions are closed: which there are, their types and scores. */
  isFixed: boolean
  /** The layout is closed as well: only answers can be changed. */
  isLayoutFixed: boolean
  /** Numbers of the questions whose area is selected on the sheet. */
  selected: ReadonlySet<string>
  onSelect: (no: string) => void
  onChange: (work: SheetWork) => void
  /** Null where no sheet is printed that could carry the questions. */
  onStem: ((no: string, text: string) => void) | null
}) {
  const { work, isFixed } = props
  const { design } = work
  const act = useRowActs(props)
  const setDesign = (next: SheetWork['design']) => props.onChange({ ...work, design: next })
  return (
    <div className={css['questions']}>
      {design.sections.map((section, index) => (
        <section key={index} className={css['section']}>
          <div className={css['sectionHead']}>
            <InputGroup
              fill
              size="small"
              disabled={props.isLayoutFixed}
              aria-label={`第 ${index + 1} 大题标题`}
              value={section.title}
              onValueChange={(title) =>
                setDesign(mapSection(design, index, (one) => ({ ...one, title })))
              }
            />
            {!isFixed && (
              <>
                <Button
                  size="small"
                  icon={<PlusIcon />}
                  onClick={() => setDesign(withAddedQuestion(design, index))}
                >
                  加题
                </Button>
                <Button
                  size="small"
                  variant="minimal"
                  icon={<CrossIcon />}
                  aria-label={`删除大题「${section.title}」`}
                  onClick={() =>
                    setDesign({
                      ...design,
                      sections: design.sections.filter((_, at) => at !== index),
                    })
                  }
                />
              </>
            )}
          </div>
          <table className={css['table']}>
            <thead>
              <tr>
                <th style={{ width: 44 }}>题号</th>
                <th style={{ width: 104 }}>题型</th>
                <th style={{ width: 48 }}>分值</th>
                {props.hasKeys && section.questions.some(isObjective) && (
                  <>
                    <th style={{ width: 48 }}>选项数</th>
                    <th style={{ width: 72 }}>答案</th>
                    <th style={{ width: 48 }}>漏选分</th>
                  </>
                )}
                {props.hasBlocks && !section.questions.every(isObjective) && (
                  <>
                    <th style={{ width: 72 }}>题块</th>
                    <th>作答区</th>
                  </>
                )}
                {section.questions.some(({ no }) => props.knowledge[no]?.length) && (
                  <th style={{ width: 96 }}>知识点</th>
                )}
                <th aria-label="题干和删除" />
              </tr>
            </thead>
            <tbody>
              {section.questions.map((question, at) => (
                <QuestionRow
                  key={at}
                  section={index}
                  at={at}
                  question={question}
                  answer={work.keys[question.no] ?? ''}
                  missingMilli={work.missing[question.no] ?? 0}
                  isFixed={isFixed}
                  isLayoutFixed={props.isLayoutFixed}
                  problem={props.problems.get(question.no)}
                  isSelected={props.selected.has(question.no)}
                  hasObjective={props.hasKeys && section.questions.some(isObjective)}
                  hasSubjective={props.hasBlocks && !section.questions.every(isObjective)}
                  knowledge={
                    section.questions.some(({ no }) => props.knowledge[no]?.length)
                      ? (props.knowledge[question.no] ?? []).join('、')
                      : null
                  }
                  hasStem={props.onStem !== null}
                  act={act}
                />
              ))}
            </tbody>
          </table>
        </section>
      ))}
      {!isFixed && (
        <Button
          icon={<PlusIcon />}
          onClick={() =>
            setDesign({
              ...design,
              sections: [...design.sections, { title: '新的大题', questions: [] }],
            })
          }
        >
          加大题
        </Button>
      )}
    </div>
  )
}

/** What a row does to the table; the same object all along, so that only rows that changed are drawn anew. */
interface RowActs {
  onDesign(place: readonly [number, number], change: (question: Question) => Question | null): void
  onWork(change: (work: SheetWork) => SheetWork): void
  onSelect(no: string): void
  onStem(no: string, text: string): void
}

function useRowActs(props: {
  work: SheetWork
  onSelect: (no: string) => void
  onChange: (work: SheetWork) => void
  onStem: ((no: string, text: string) => void) | null
}): RowActs {
  const latest = useRef(props)
  // Read only when a row acts, by then the table is on screen.
  useEffect(() => {
    latest.current = props
  })
  const [acts] = useState((): RowActs => ({
    onDesign: (place, change) => {
      const { work, onChange } = latest.current
      onChange({ ...work, design: mapQuestion(work.design, place, change) })
    },
    onWork: (change) => latest.current.onChange(change(latest.current.work)),
    onSelect: (no) => latest.current.onSelect(no),
    onStem: (no, text) => latest.current.onStem?.(no, text),
  }))
  return acts
}

const QuestionRow = memo(function QuestionRow(props: {
  section: number
  at: number
  question: Question
  answer: string
  missingMilli: number
  problem: string | undefined
  isSelected: boolean
  /** What the section holds: columns that none of its questions needs are left out. */
  hasObjective: boolean
  hasSubjective: boolean
  isFixed: boolean
  isLayoutFixed: boolean
  /** Null where no question of the section has any. */
  knowledge: string | null
  /** The text of the question can be printed. */
  hasStem: boolean
  act: RowActs
}) {
  const { question, isFixed, act } = props
  const { no, type } = question
  const [isStemOpen, setStemOpen] = useState(false)
  const objective = isObjective(question)
  const onDesign = (change: (before: Question) => Question | null) =>
    act.onDesign([props.section, props.at], change)
  const set = (change: Partial<Question>) => onDesign((before) => ({ ...before, ...change }))
  return (
    <tr
      data-no={no}
      data-selected={props.isSelected || undefined}
      data-problem={props.problem === undefined ? undefined : true}
      title={props.problem}
      onFocus={({ target }) => {
        // Selecting scrolls the sheet into sight: a button would move away under the pointer.
        if (!target.closest('button')) act.onSelect(no)
      }}
    >
      <td>
        <Cell
          label={`题号 ${no}`}
          value={no}
          disabled={isFixed}
          onSave={(text) => set({ no: text })}
        />
      </td>
      <td>
        <HTMLSelect
          fill
          minimal
          disabled={isFixed}
          aria-label={`第 ${no} 题题型`}
          value={type}
          options={TYPE_OPTIONS}
          onChange={({ currentTarget }) =>
            onDesign((before) => retyped(before, Number(currentTarget.value)))
          }
        />
      </td>
      <td>
        <Cell
          label={`第 ${no} 题分值`}
          value={formatMilli(question.fullMilli)}
          disabled={isFixed || question.scorePoints !== undefined}
          title={question.scorePoints ? '由给分点合计' : undefined}
          onSave={(text) => set({ fullMilli: pointsOf(text) ?? question.fullMilli })}
        />
      </td>
      {props.hasObjective && (
        <>
          <td>
            {objective && (
              <Cell
                label={`第 ${no} 题选项数`}
                value={String(question.optionCount ?? 4)}
                disabled={isFixed || type === 13}
                onSave={(text) => set({ optionCount: wholeOf(text) ?? 4 })}
              />
            )}
          </td>
          <td>
            {objective && (
              <InputGroup
                size="small"
                aria-label={`第 ${no} 题答案`}
                placeholder="未设置"
                className={css['key']}
                value={props.answer}
                onValueChange={(text) =>
                  act.onWork((work) => ({
                    ...work,
                    keys: { ...work.keys, [no]: typedKey(text, question) },
                  }))
                }
              />
            )}
          </td>
          <td>
            {type === 2 && (
              <Cell
                label={`第 ${no} 题漏选得分`}
                value={formatMilli(props.missingMilli)}
                onSave={(text) =>
                  act.onWork((work) => ({
                    ...work,
                    missing: { ...work.missing, [no]: pointsOf(text) ?? 0 },
                  }))
                }
              />
            )}
          </td>
        </>
      )}
      {props.hasSubjective && (
        <>
          <td>
            {!objective && (
              <Cell
                label={`第 ${no} 题题块`}
                value={question.blockKey ?? ''}
                disabled={isFixed}
                onSave={(text) => set({ blockKey: text })}
              />
            )}
          </td>
          <td>
            {!objective && <AreaCell question={question} isFixed={props.isLayoutFixed} set={set} />}
          </td>
        </>
      )}
      {props.knowledge !== null && (
        <td className={css['knowledge']} title={props.knowledge}>
          {props.knowledge}
        </td>
      )}
      <td className={css['remove']}>
        {props.hasStem && (
          <Popover
            isOpen={isStemOpen}
            placement="right-start"
            onInteraction={setStemOpen}
            content={
              <StemForm
                question={question}
                isFixed={props.isLayoutFixed}
                onChange={(text) => act.onStem(no, text)}
              />
            }
          >
            <Button
              size="small"
              variant="minimal"
              active={isStemOpen}
              icon={<AlignLeftIcon />}
              intent={question.stem ? 'primary' : 'none'}
              aria-label={`第 ${no} 题题干`}
              title={question.stem ? `题干：${question.stem}` : '写题干（题卡合一）'}
            />
          </Popover>
        )}
        {!isFixed && (
          <Button
            size="small"
            variant="minimal"
            icon={<CrossIcon />}
            aria-label={`删除第 ${no} 题`}
            onClick={() => onDesign(() => null)}
          />
        )}
      </td>
    </tr>
  )
})
