import { Time } from '@hengjuan/ui'
import type { RubricVersion } from './rubric-view.ts'

/** Who saved a version, and when; for a text from before versions were kept that nobody knows. */
export function Saved({ version }: { version: Pick<RubricVersion, 'saved_by' | 'saved_at'> }) {
  if (version.saved_at === null) return <>早先保存</>
  return (
    <>
      {version.saved_by} <Time at={version.saved_at} />
    </>
  )
}
