import { OverviewReport } from '../features/report/index.ts'

/** `/MainPage/reportDetail/basicAnalysis`: an exam on one screen. */
export const ReportOverviewPage = () => <OverviewReport />
