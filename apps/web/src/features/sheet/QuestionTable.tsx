import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { CrossIcon, PlusIcon } from '@blueprintjs/icons'
import { formatMilli, MILLI_PER_POINT, QUESTION_TYPES } from '@hengjuan/domain'
import { useState } from 'react'
import {
  isObjective,
  mapQuestion,
  mapSection,
  type Question,
  retyped,
  type SheetWork,
  typedKey,
  withAddedQuestion,
} from './draft.ts'
import css from './sheet.module.css'

const TYPE_OPTIONS = Object.entries(QUESTION_TYPES).map(([value, label]) => ({ value, label }))

/** The question table: a row a question, a heading a section. */
export function QuestionTable(props: {
  work: SheetWork
  /** Problems by question number. */
  problems: ReadonlyMap<string, string>
  /** Layout is closed: only answers can be changed. */
  isFixed: boolean
  onChange: (work: SheetWork) => void
}) {
  const { work, isFixed } = props
  const { design } = work
  const setDesign = (next: SheetWork['design']) => props.onChange({ ...work, design: next })
  return (
    <div className={css['questions']}>
      {design.sections.map((section, index) => (
        <section key={index} className={css['section']}>
          <div className={css['sectionHead']}>
            <InputGroup
              fill
              size="small"
              disabled={isFixed}
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
                <th style={{ width: 56 }}>题号</th>
                <th style={{ width: 124 }}>题型</th>
                <th style={{ width: 60 }}>分值</th>
                {section.questions.some(isObjective) && (
                  <>
                    <th style={{ width: 60 }}>选项数</th>
                    <th style={{ width: 92 }}>答案</th>
                    <th style={{ width: 64 }}>漏选分</th>
                  </>
                )}
                {!section.questions.every(isObjective) && (
                  <>
                    <th style={{ width: 84 }}>题块</th>
                    <th>作答区</th>
                  </>
                )}
                <th aria-label="删除" />
              </tr>
            </thead>
            <tbody>
              {section.questions.map((question, at) => (
                <QuestionRow
                  key={at}
                  {...props}
                  question={question}
                  problem={props.problems.get(question.no)}
                  hasObjective={section.questions.some(isObjective)}
                  hasSubjective={!section.questions.every(isObjective)}
                  onDesign={(change) => setDesign(mapQuestion(design, [index, at], change))}
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

function QuestionRow(props: {
  work: SheetWork
  question: Question
  problem: string | undefined
  /** What the section holds: columns that none of its questions needs are left out. */
  hasObjective: boolean
  hasSubjective: boolean
  isFixed: boolean
  onChange: (work: SheetWork) => void
  onDesign: (change: (question: Question) => Question | null) => void
}) {
  const { work, question, isFixed, onDesign } = props
  const { no, type } = question
  const objective = isObjective(question)
  const set = (change: Partial<Question>) => onDesign((before) => ({ ...before, ...change }))
  return (
    <tr data-problem={props.problem === undefined ? undefined : true} title={props.problem}>
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
                value={work.keys[no] ?? ''}
                onValueChange={(text) =>
                  props.onChange({
                    ...work,
                    keys: { ...work.keys, [no]: typedKey(text, question) },
                  })
                }
              />
            )}
          </td>
          <td>
            {type === 2 && (
              <Cell
                label={`第 ${no} 题漏选得分`}
                value={formatMilli(work.missing[no] ?? 0)}
                onSave={(text) =>
                  props.onChange({
                    ...work,
                    missing: { ...work.missing, [no]: pointsOf(text) ?? 0 },
                  })
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
          <td>{!objective && <AreaCell {...props} set={set} />}</td>
        </>
      )}
      <td className={css['remove']}>
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
}

/** How much room the answer gets: squares or lines of a composition, blanks, or millimetres. */
function AreaCell(props: {
  question: Question
  isFixed: boolean
  set: (change: Partial<Question>) => void
}) {
  const { question, set, isFixed } = props
  const { no, type } = question
  const fields =
    type === 11 || type === 7
      ? ({ value: question.gridCells, unit: type === 7 ? '行' : '格', name: 'gridCells' } as const)
      : type === 3
        ? ({ value: question.blanks ?? 1, unit: '空', name: 'blanks' } as const)
        : ({ value: question.heightMm, unit: '毫米', name: 'heightMm' } as const)
  return (
    <span className={css['area']}>
      <Cell
        label={`第 ${no} 题作答区`}
        value={fields.value === undefined ? '' : String(fields.value)}
        placeholder="自动"
        disabled={isFixed}
        onSave={(text) => set({ [fields.name]: wholeOf(text) })}
      />
      {fields.unit}
      {question.scorePoints && (
        <small title={question.scorePoints.map(({ name }) => name).join('、')}>
          {question.scorePoints.length} 个给分点
        </small>
      )}
    </span>
  )
}

/** A short text that counts when the field is left or Enter is pressed. */
function Cell(props: {
  label: string
  value: string
  placeholder?: string
  title?: string | undefined
  disabled?: boolean
  onSave: (text: string) => void
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const close = () => {
    if (draft !== null && draft.trim() !== props.value) props.onSave(draft.trim())
    setDraft(null)
  }
  return (
    <InputGroup
      size="small"
      aria-label={props.label}
      title={props.title}
      disabled={props.disabled ?? false}
      placeholder={props.placeholder ?? ''}
      value={draft ?? props.value}
      onValueChange={setDraft}
      onBlur={close}
      onKeyDown={({ key }) => {
        if (key === 'Enter') close()
        if (key === 'Escape') setDraft(null)
      }}
    />
  )
}

const pointsOf = (text: string): number | null => {
  const points = Number(text)
  return text === '' || !Number.isFinite(points) ? null : Math.round(points * MILLI_PER_POINT)
}

const wholeOf = (text: string): number | undefined =>
  /^\d{1,4}$/.test(text) ? Number(text) : undefined
