import { useRoute } from '@hengjuan/client/react'
import { ownPictures } from '@hengjuan/contracts'
import { EmptyState, Piece, QueryView } from '@hengjuan/ui'
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
            {blocks.map(({ block_id, block_name, images }) => (
              <figure key={block_id}>
                <figcaption>{block_name}</figcaption>
                {images.map((image) => (
                  <Piece
                    key={image.hash}
                    src={image.url}
                    alt={`${block_name} 的作答`}
                    loading="lazy"
                  />
                ))}
              </figure>
            ))}
          </div>
        )
      }
    </QueryView>
  )
}
