import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { begunOn, dropWords } from './words-on.ts'
import css from './spot.module.css'

/** Papers that left the table, by another sample or another choice, with words on them that were not sent. */
export function BackToBegun(props: {
  blockId: number
  /** The words about the reading on the table. */
  current: string
  onBack: (readingId: number) => void
}) {
  const [, setDropped] = useState(0)
  const begun = begunOn(props.blockId).filter(({ words }) => words !== props.current)
  if (begun.length === 0) return null
  return (
    <Callout compact className={css['overtaken']} role="status">
      <p>填了分数或意见还没有提交，已保留：</p>
      <div>
        {begun.map(({ words, task_detail_id, secret_code }) => (
          <Button
            key={words}
            size="small"
            title="回到这份试卷"
            onClick={() => props.onBack(task_detail_id)}
          >
            <code>{secret_code}</code>
          </Button>
        ))}
        <Button
          size="small"
          variant="minimal"
          onClick={() => {
            for (const { words } of begun) dropWords(words)
            setDropped((times) => times + 1)
          }}
        >
          不要了
        </Button>
      </div>
    </Callout>
  )
}
