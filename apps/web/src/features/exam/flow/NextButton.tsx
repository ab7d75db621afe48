import { Button } from '@blueprintjs/core'
import type { ExamSection, NextThing } from '@hengjuan/domain'
import { Link } from 'react-router'

const SCAN_EXCEPTIONS =
  '/MainPage/exam-manage/scan-error-handle/:subject/:nowTool/:filterChoices/:hideHandleBlock/:choiceCoordError'

/** The next thing to do in an exam: to the page where it is done, or the step itself. */
export function NextButton(props: {
  next: NextThing
  addressOf: (section: ExamSection, subjectId: number | null, path?: string) => string | null
  onAdvance: (next: Extract<NextThing, { kind: 'advance' }>) => void
}) {
  const { next } = props
  if (next.kind === 'advance')
    return (
      <Button intent="primary" size="large" onClick={() => props.onAdvance(next)}>
        {next.text}
      </Button>
    )
  const path =
    next.section === 'exceptions' && next.subjectId !== null ? SCAN_EXCEPTIONS : undefined
  const to = props.addressOf(next.section, next.subjectId, path)
  return to === null ? null : (
    <Link className="bp6-button bp6-large bp6-intent-primary" to={to}>
      {next.text}
    </Link>
  )
}
