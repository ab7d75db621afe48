import { Button } from '@blueprintjs/core'
import { ArrowLeftIcon } from '@blueprintjs/icons'
import { KeyHint } from '@hengjuan/ui'
import { useScreen } from '../station-store.ts'

/** The way back to the batch. */
export function BackToScan({ label }: { label: string }) {
  const { openReview } = useScreen()
  return (
    <>
      <Button variant="minimal" icon={<ArrowLeftIcon />} onClick={() => openReview(null)}>
        返回扫描 <KeyHint keys="Alt+E" />
      </Button>
      <h1>
        处理异常 <small>{label}</small>
      </h1>
    </>
  )
}
