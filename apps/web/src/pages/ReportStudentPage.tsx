import { StudentReport } from '../features/report/index.ts'
import { useMay } from '../session/session-store.ts'

/** `/MainPage/reportDetail/student`: everyone's scores and ranks. */
export const ReportStudentPage = () => <StudentReport mayExport={useMay('report.export')} />
