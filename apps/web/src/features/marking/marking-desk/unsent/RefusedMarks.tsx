import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { markNext } from '@hengjuan/contracts'
import { useState } from 'react'
import { SmallPaper } from '../../marking-core/paper/SmallPaper.tsx'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import { givenSoFar, type RefusedMark } from '../../marking-core/queue/refused-mark.ts'
import css from './left-marks.module.css'

/** Scores that the server did not take: which paper, what was given, why, and the paper itself. */
export function RefusedMarks(props: { marks: readonly RefusedMark[]; images: PaperImages }) {
  const [shown, setShown] = useState<string | null>(null)
  return (
    <ul className={css['marks']}>
      {props.marks.map((one) => (
        <li key={one.key}>
          密号 {one.secretCode}
          {givenSoFar(one)}：{one.message}
          <Button
            variant="minimal"
            size="small"
            aria-expanded={shown === one.key}
            onClick={() => setShown(shown === one.key ? null : one.key)}
          >
            {shown === one.key ? '收起' : '看卷'}
          </Button>
          {shown === one.key && <RefusedPaper mark={one} images={props.images} />}
        </li>
      ))}
    </ul>
  )
}

/** Its picture: what this page has of it, or what the server still shows to its marker. */
function RefusedPaper({ mark, images }: { mark: RefusedMark; images: PaperImages }) {
  const { blockId, readingId, parts } = mark
  const isKnown = parts.length > 0
  const found = useRoute(
    markNext,
    { query: { block_id: blockId, reading_id: readingId } },
    { enabled: !isKnown, retry: false },
  )
  const asked = found.data?.tasks[0]?.images
  const alt = `密号 ${mark.secretCode}`
  if (isKnown) return <SmallPaper parts={parts} images={images} alt={alt} onFailure="请稍后再看" />
  if (asked) return <SmallPaper parts={asked} images={images} alt={alt} onFailure="请稍后再看" />
  if (found.isLoading) return <p role="status">正在取回图像…</p>
  return <p>图像没有取回：{found.error?.message ?? '这份试卷已不在您的记录中'}</p>
}
