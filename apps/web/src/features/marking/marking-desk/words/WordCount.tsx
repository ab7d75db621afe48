import { Button } from '@blueprintjs/core'
import { StatusTag } from '@hengjuan/ui'
import type { MarkTaskView } from '../../marking-core/paper/paper.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { usePaperWords } from './use-paper-words.ts'
import css from './words.module.css'

/** How many words a composition has, and whether those are enough. Never a score. */
export function WordCount(props: {
  task: Pick<MarkTaskView, 'reading_id'>
  blockId: number
  isRuled: boolean
  onRule: () => void
}) {
  const { data, error } = usePaperWords(props.blockId, props.task.reading_id)
  const words = data?.words
  return (
    <p className={css['count']} data-testid="word-count">
      <span title={words ? `有字的格 ${words.written} 个；字数按作文格计，含中间的空格` : ''}>
        {words ? `约 ${words.characters} 字` : error || data ? '字数没有识别' : '字数…'}
        {data && data.least > 0 && <small> 要求 {data.least} 字</small>}
      </span>
      {words && data.least > words.characters && (
        <StatusTag status="warn" title="只作提示，给分由您决定">
          少 {data.least - words.characters} 字
        </StatusTag>
      )}
      <Button
        size="small"
        variant="minimal"
        active={props.isRuled}
        aria-pressed={props.isRuled}
        onClick={props.onRule}
      >
        字数线 <KeyOf action="words" />
      </Button>
    </p>
  )
}
