import { OverviewReport } from '../features/report/index.ts'
import { useMay } from '../session/session-store.ts'

/** `/MainPage/reportDetail/basicAnalysis`: an exam on one screen. */
export const ReportOverviewPage = () => <OverviewReport mayExport={useMay('report.export')} />
