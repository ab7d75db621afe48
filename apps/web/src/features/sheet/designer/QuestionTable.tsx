import { Button } from '@blueprintjs/core'
import { PlusIcon } from '@blueprintjs/icons'
import { isObjective, type SheetWork } from '../draft.ts'
import css from './designer.module.css'
import { QuestionRow } from './QuestionRow.tsx'
import { SectionKeys } from './SectionKeys.tsx'
import type { Figures } from './StemForm.tsx'
import { type RowActs, useRowActs } from './use-row-acts.ts'
import { SectionHead } from './SectionHead.tsx'

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
  /** Null where nothing carries the texts of questions. */
  onStem: RowActs['onStem'] | null
  /** Null where texts are printed. */
  figures: Figures | null
}) {
  const { work, isFixed } = props
  const { design } = work
  const act = useRowActs(props)
  const setDesign = (next: SheetWork['design']) => props.onChange({ ...work, design: next })
  return (
    <div className={css['questions']}>
      {design.sections.map((section, index) => (
        <section key={index} className={css['section']}>
          <SectionHead
            index={index}
            design={design}
            isFixed={isFixed}
            isLayoutFixed={props.isLayoutFixed}
            onDesign={setDesign}
          />
          {props.hasKeys && section.questions.filter(isObjective).length > 1 && (
            <SectionKeys
              index={index}
              questions={section.questions}
              keys={work.keys}
              onKeys={(keys) => props.onChange({ ...work, keys })}
            />
          )}
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
                  questions={section.questions}
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
                  figures={props.figures}
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
