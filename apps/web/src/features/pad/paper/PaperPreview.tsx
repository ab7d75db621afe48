import type { InputOf, sheetSave } from '@hengjuan/contracts'
import { shownQuestion } from '@hengjuan/domain'
import { useState } from 'react'
import { answerKey, type Answers, type PadQuestion } from './answers.ts'
import { QuestionView } from './QuestionView.tsx'
import css from './paper.module.css'

type Design = InputOf<typeof sheetSave>['body']['design']

/** A question table as candidates will see it; what is tried out on it is kept nowhere. */
export function PaperPreview(props: { design: Design; urlOf: (hash: string) => string | null }) {
  const { design, urlOf } = props
  const [answers, setAnswers] = useState<Answers>({})
  return (
    <section className={css['preview']} aria-label="考生看到的样子">
      <h2 className={css['section']}>考生看到的样子</h2>
      {design.sections.map((section, at) => (
        <div key={at}>
          <h3 className={css['section']}>{section.title}</h3>
          {section.questions.map((question, nth) => {
            const id = at * 1000 + nth
            return (
              <QuestionView
                key={nth}
                question={shownIn(id, question, urlOf)}
                answers={answers}
                isFixed={false}
                onAnswer={(sub, value) =>
                  setAnswers((before) => ({ ...before, [answerKey(id, sub)]: value }))
                }
              />
            )
          })}
        </div>
      ))}
    </section>
  )
}

function shownIn(
  id: number,
  question: Design['sections'][number]['questions'][number],
  urlOf: (hash: string) => string | null,
): PadQuestion {
  const { text, options, optionCount, blanks } = shownQuestion(question)
  return {
    question_id: id,
    no: question.no,
    type: question.type,
    full_milli: question.fullMilli,
    text,
    options,
    option_count: optionCount,
    blanks,
    pictures: (question.pictures ?? []).flatMap((hash) => {
      const url = urlOf(hash)
      return url === null ? [] : [{ hash, url, width_px: 800, height_px: 0 }]
    }),
    optional: question.optionalGroup
      ? { group: question.optionalGroup.id, choose: question.optionalGroup.choose }
      : null,
  }
}
