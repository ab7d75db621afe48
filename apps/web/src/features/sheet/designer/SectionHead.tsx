import { Button, InputGroup } from '@blueprintjs/core'
import { CrossIcon, PlusIcon } from '@blueprintjs/icons'
import { mapSection, type SheetWork, withAddedQuestion } from '../draft.ts'
import css from './designer.module.css'

/** The title of a section; a question more, or no section. */
export function SectionHead(props: {
  index: number
  design: SheetWork['design']
  isFixed: boolean
  isLayoutFixed: boolean
  onDesign: (design: SheetWork['design']) => void
}) {
  const { index, design, isFixed } = props
  const section = design.sections[index]
  if (!section) return null
  return (
    <div className={css['sectionHead']}>
      <InputGroup
        fill
        size="small"
        disabled={props.isLayoutFixed}
        aria-label={`第 ${index + 1} 大题标题`}
        value={section.title}
        onValueChange={(title) =>
          props.onDesign(mapSection(design, index, (one) => ({ ...one, title })))
        }
      />
      {!isFixed && (
        <>
          <Button
            size="small"
            icon={<PlusIcon />}
            onClick={() => props.onDesign(withAddedQuestion(design, index))}
          >
            加题
          </Button>
          <Button
            size="small"
            variant="minimal"
            icon={<CrossIcon />}
            aria-label={`删除大题「${section.title}」`}
            onClick={() =>
              props.onDesign({
                ...design,
                sections: design.sections.filter((_, at) => at !== index),
              })
            }
          />
        </>
      )}
    </div>
  )
}
