import { Button, PopoverNext } from '@blueprintjs/core'
import { AlignLeftIcon, CrossIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import css from './designer.module.css'
import { StemForm } from './StemForm.tsx'
import type { QuestionRowProps } from './question-row.ts'

/** The text of a question, and taking the question away. */
export function QuestionActs(props: QuestionRowProps) {
  const { question, isFixed, act } = props
  const { no } = question
  const [isStemOpen, setStemOpen] = useState(false)
  return (
    <td className={css['remove']}>
      {props.hasStem && (
        <PopoverNext
          isOpen={isStemOpen}
          placement="right-start"
          onInteraction={setStemOpen}
          content={
            <StemForm
              question={question}
              isFixed={props.isLayoutFixed}
              figures={props.figures}
              onChange={(change) => act.onStem(no, change)}
            />
          }
        >
          <Button
            size="small"
            variant="minimal"
            active={isStemOpen}
            icon={<AlignLeftIcon />}
            intent={question.stem || question.pictures ? 'primary' : 'none'}
            aria-label={`第 ${no} 题题干`}
            title={
              question.stem
                ? `题干：${question.stem}`
                : props.figures
                  ? '写题干、加插图'
                  : '写题干（题卡合一）'
            }
          />
        </PopoverNext>
      )}
      {!isFixed && (
        <Button
          size="small"
          variant="minimal"
          icon={<CrossIcon />}
          aria-label={`删除第 ${no} 题`}
          onClick={() => act.onDesign([props.section, props.at], () => null)}
        />
      )}
    </td>
  )
}
