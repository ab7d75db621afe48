import { Button, TextArea } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { Section } from '../draft.ts'
import { readQuestionLines } from './question-lines.ts'
import css from './designer.module.css'

const EXAMPLE = `一、选择题（每小题3分）
1-40 单选 4选项 3分
41-45 多选 5选项 4分
46-50 判断 2分
51-54 填空 5分
55-56 选做1题 解答 10分
57 解答 12分 高90
58 作文 60分 800格
> 题干（题卡合一时写，可多行）`

/** The question table as text: typed, or pasted from a spreadsheet. */
export function QuestionLines(props: {
  isFixed: boolean
  hasQuestions: boolean
  onApply: (sections: Section[], how: 'replace' | 'append') => void
}) {
  const [text, setText] = useState('')
  const { sections, problems } = useMemo(() => readQuestionLines(text), [text])
  const count = sections.reduce((sum, { questions }) => sum + questions.length, 0)
  const isReady = count > 0 && problems.length === 0 && !props.isFixed
  const apply = (how: 'replace' | 'append') => {
    if (!isReady) return
    props.onApply(sections, how)
    setText('')
  }
  return (
    <div className={css['lines']}>
      <p className={css['muted']}>
        一行一道或一段题目；也可以从表格里复制「题号、题型、分值、选项数」粘贴进来；
        选做题全部评阅、取最高分的，加上「取最高」：
      </p>
      <pre className={css['example']}>{EXAMPLE}</pre>
      <TextArea
        fill
        aria-label="题目清单"
        placeholder="在这里输入或粘贴，Ctrl+Enter 生成答题卡"
        disabled={props.isFixed}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) apply('replace')
        }}
      />
      {problems.length > 0 && (
        <ul className={css['lineProblems']} role="alert">
          {problems.map(({ line, text: faulty, message }) => (
            <li key={line}>
              ✕ 第 {line} 行「{faulty.slice(0, 24)}」：{message}
            </li>
          ))}
        </ul>
      )}
      <div className={css['bar']}>
        <span className={css['muted']}>
          {count > 0 ? `共 ${count} 题，${sections.length} 个大题` : ''}
        </span>
        <span className={css['gap']} />
        {props.hasQuestions && (
          <Button size="small" disabled={!isReady} onClick={() => apply('append')}>
            加在后面
          </Button>
        )}
        <Button size="small" intent="primary" disabled={!isReady} onClick={() => apply('replace')}>
          {props.hasQuestions ? '替换全部题目' : '生成答题卡'}
        </Button>
      </div>
    </div>
  )
}
