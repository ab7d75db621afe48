import { Button } from '@blueprintjs/core'
import { markNext, type ReplyOf } from '@hengjuan/contracts'
import { MarksView, SkeletonLines } from '@hengjuan/ui'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { useRoute } from '@hengjuan/client/react'
import { KeyOf } from '../keys/KeyOf.tsx'
import type { PaperImages } from '../queue/paper-images.ts'
import { OutOfReach } from './OutOfReach.tsx'
import { shapeOf } from './shape-of.ts'
import { SmallPaper } from './SmallPaper.tsx'
import css from './paper.module.css'

/**
 * Every answer of the sheet that the paper in hand was cut from. Only answer areas are shown: name, number
 * and whatever else stands in the head of the sheet lie outside of them.
 */
export function WholePaper(props: {
  /** Undefined until it is there. */
  sheet: ReplyOf<typeof markNext>['sheet']
  error: unknown
  onRetry: () => void
  images: PaperImages
  /** What readers drew on the answer in hand. */
  marks?: ComponentProps<typeof MarksView>['readings']
  onClose: () => void
}) {
  const { sheet, error } = props
  const section = useRef<HTMLElement>(null)
  // The keys that scroll a page scroll this one.
  useLayoutEffect(() => section.current?.focus({ preventScroll: true }), [])
  return (
    <section
      ref={section}
      className={css['whole']}
      aria-label="整卷"
      data-testid="whole-paper"
      tabIndex={-1}
    >
      <header>
        <strong>整卷</strong>
        <span>只显示作答区域，姓名与考号已隐去</span>
        <Button variant="minimal" onClick={props.onClose}>
          返回 <KeyOf action="whole" />
        </Button>
      </header>
      {!sheet && error != null && (
        <div className={css['unreached']}>
          <OutOfReach
            error={error}
            onRetry={props.onRetry}
            offline={{
              title: '网络不通，暂时看不到整卷',
              text: '整卷要从服务器读取，网络恢复后再看。手中的试卷不受影响，返回后可以继续评阅。',
            }}
          />
        </div>
      )}
      {!sheet && error == null && <SkeletonLines lines={8} />}
      {sheet && (
        <ol>
          {sheet.map(({ block_name, is_own, images }, index) => (
            <li
              key={index}
              data-own={is_own || undefined}
              ref={is_own ? bringIntoSight : undefined}
            >
              <h3>
                {block_name}
                {is_own && <span>正在评阅</span>}
              </h3>
              {images.length === 0 ? (
                <p>没有作答图像</p>
              ) : (
                <div className={css['place']} style={{ aspectRatio: shapeOf(images) }}>
                  <SmallPaper parts={images} images={props.images} alt={`${block_name}作答`} />
                  {is_own && props.marks && <MarksView parts={images} readings={props.marks} />}
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** One begins at the answer in hand; the same function, so that it is called once. */
const bringIntoSight = (row: HTMLLIElement | null) => row?.scrollIntoView({ block: 'start' })

/** The sheet that the paper of an own reading was cut from. */
export function WholeOfReading(
  props: { blockId: number; readingId: number } & Pick<
    ComponentProps<typeof WholePaper>,
    'images' | 'onClose'
  >,
) {
  const { blockId, readingId, ...shown } = props
  const { data, error, refetch } = useRoute(markNext, {
    query: { block_id: blockId, reading_id: readingId, whole: 1 },
  })
  return <WholePaper sheet={data?.sheet} error={error} onRetry={() => void refetch()} {...shown} />
}
