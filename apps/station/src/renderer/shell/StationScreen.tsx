import { EmptyState, SkeletonPage } from '@hengjuan/ui'
import { Button } from '@blueprintjs/core'
import { useEffect } from 'react'
import type { StationBridge } from '../../bridge/electron-bridge.ts'
import { SignInForm } from '../account/SignInForm.tsx'
import { BatchHead } from '../batch/BatchHead.tsx'
import { BatchList } from '../batch/BatchList.tsx'
import { ExceptionTray } from '../batch/ExceptionTray.tsx'
import { NewBatchDialog } from '../batch/NewBatchDialog.tsx'
import { ReviewScreen } from '../review/ReviewScreen.tsx'
import { FeederTray } from '../intake/FeederTray.tsx'
import { ScannerPanel } from '../scanner/ScannerPanel.tsx'
import { ScanNotice } from '../scanner/ScanNotice.tsx'
import { SheetGrid } from '../sheet/SheetGrid.tsx'
import { StationWarning } from '../settings/StationWarning.tsx'
import { SheetDrawer } from '../sheet/SheetDrawer.tsx'
import { useBatch, useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import { CloseQuestion } from './CloseQuestion.tsx'
import { StationTools } from './StationTools.tsx'
import { TopBar } from './TopBar.tsx'
import { useErrorTone } from './use-error-tone.ts'
import css from './station-screen.module.css'

/** The operator's one screen: batches, sheets as they come in, exceptions. */
export function StationScreen(props: { bridge: StationBridge | undefined }) {
  const { subscribe } = useTransport()
  const { live, receive, lose, isLost } = useScreen()
  // The station pushes its state for as long as the window lives.
  useEffect(() => subscribe(receive, lose), [subscribe, receive, lose])
  useErrorTone()

  if (!live)
    return isLost ? (
      <EmptyState title="连不上扫描站程序" size="large">
        它可能还在启动，或已经关闭。请用启动时打印的地址重新打开；已扫的内容都在本机。
      </EmptyState>
    ) : (
      <SkeletonPage />
    )
  if (!live.user) return <SignInForm server={live.server} station={live.station} />
  return (
    <div className={css['root']}>
      <TopBar live={live} isLost={isLost} />
      {live.needs_sign_in && (
        <SignInForm
          server={live.server}
          station={live.station}
          account={live.user.account}
          isAgain
        />
      )}
      <StationWarning live={live} />
      <Work />
      <NewBatchDialog />
      <SheetDrawer />
      <StationTools />
      {props.bridge && <CloseQuestion bridge={props.bridge} />}
    </div>
  )
}

function Work() {
  const batch = useBatch()
  const setOpeningBatch = useScreen((screen) => screen.setOpeningBatch)
  const isReviewing = useScreen(({ review }) => review !== null)
  if (!batch)
    return (
      <main className={css['empty']}>
        <EmptyState
          size="large"
          title="还没有批次"
          action={
            <Button intent="primary" size="large" autoFocus onClick={() => setOpeningBatch(true)}>
              新建批次
            </Button>
          }
        >
          选择考试和科目，然后连接扫描仪进纸，或指定其他扫描软件存放图像的文件夹。
        </EmptyState>
      </main>
    )
  if (isReviewing) return <ReviewScreen key={batch.batch_id} batch={batch} />
  return (
    <div className={css['work']}>
      <BatchList current={batch} />
      <main className={css['main']}>
        <BatchHead batch={batch} />
        <ScanNotice batch={batch} />
        <SheetGrid batch={batch} />
      </main>
      <div className={css['right']}>
        <ScannerPanel batch={batch} />
        <FeederTray batch={batch} />
        <ExceptionTray batch={batch} />
      </div>
    </div>
  )
}
