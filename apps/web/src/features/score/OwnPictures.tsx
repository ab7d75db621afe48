import { useRoute } from '@hengjuan/client/react'
import { ownPictures } from '@hengjuan/contracts'
import type { Annotation } from '@hengjuan/domain'
import { EmptyState, MarkShapes, Piece, QueryView } from '@hengjuan/ui'
import css from './own-score.module.css'

/** What the student wrote in a subject, block by block. */
export function OwnPictures({ examId, subjectId }: { examId: number; subjectId: number }) {
  const pictures = useRoute(ownPictures, { query: { exam_id: examId, subject_id: subjectId } })
  return (
    <QueryView query={pictures}>
      {(blocks) =>
        blocks.length === 0 ? (
          <EmptyState title="没有作答图片">这一科没有扫描的主观题作答。</EmptyState>
        ) : (
          <div className={css['pictures']}>
            {blocks.map(({ block_id, block_name, images, marks = [] }) => (
              <figure key={block_id}>
                <figcaption>{block_name}</figcaption>
                {images.map((image, part) => (
                  <span key={image.hash} className={css['marked']}>
                    <Piece src={image.url} alt={`${block_name} 的作答`} loading="lazy" />
                    <Marks image={image} marks={marks.filter((mark) => mark.part === part)} />
                  </span>
                ))}
              </figure>
            ))}
          </div>
        )
      }
    </QueryView>
  )
}

/** What the marker drew, over the image that it was drawn on. */
function Marks(props: {
  image: { width_px: number; height_px: number }
  marks: readonly Annotation[]
}) {
  const { image, marks } = props
  if (marks.length === 0 || image.width_px === 0) return null
  return (
    <svg
      className={css['marks']}
      viewBox={`0 0 ${image.width_px} ${image.height_px}`}
      role="img"
      aria-label={`批改痕迹 ${marks.length} 处`}
    >
      <MarkShapes marks={marks.map((mark) => ({ ...mark, part: 0 }))} offsets={[]} />
    </svg>
  )
}
