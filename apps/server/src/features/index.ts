import type { ServeApp } from '../http/serve.ts'
import { registerAccount } from './account/index.ts'
import { registerActs } from './acts/index.ts'
import { registerAppeal } from './appeal/index.ts'
import { registerExamAlarm } from './exam-alarm/index.ts'
import { registerExamAsk } from './exam-ask/index.ts'
import { registerExamNotice } from './exam-notice/index.ts'
import { registerScoreEdit } from './score-edit/index.ts'
import { registerAudit } from './audit/index.ts'
import { registerNotifications } from './notifications/index.ts'
import { registerExplain } from './explain/index.ts'
import { registerDocs } from './docs/index.ts'
import { registerExam } from './exam/index.ts'
import { registerImport, registerScoreImport } from './import/index.ts'
import { registerJob } from './job/index.ts'
import { registerPad } from './pad/index.ts'
import { registerPaper } from './paper/index.ts'
import { registerRegion } from './region/index.ts'
import { registerReport } from './report/index.ts'
import { registerRoster } from './roster/index.ts'
import { registerSchool } from './school/index.ts'
import { registerSetting } from './setting/index.ts'
import { registerSetup } from './setup/index.ts'
import { registerSheet } from './sheet/index.ts'
import { registerScore } from './score/index.ts'
import { registerTrend } from './trend/index.ts'
import { registerScoreInspect } from './score-inspect/index.ts'
import { registerStorage } from './storage/index.ts'
import { registerSupervision } from './supervision/index.ts'
import { registerScan } from './scan/index.ts'
import { registerMarking } from './marking/index.ts'

/** Every feature's calls. */
export const features: ((target: ServeApp) => void)[] = [
  registerAccount,
  registerSetup,
  registerSheet,
  registerSchool,
  registerRoster,
  registerExam,
  registerPaper,
  registerPad,
  registerDocs,
  registerScan,
  registerMarking,
  registerScore,
  registerScoreInspect,
  registerAppeal,
  registerTrend,
  registerScoreEdit,
  registerExamNotice,
  registerExamAlarm,
  registerExamAsk,
  registerRegion,
  registerReport,
  registerSupervision,
  registerStorage,
  registerActs,
  registerJob,
  registerImport,
  registerScoreImport,
  registerSetting,
  registerAudit,
  registerNotifications,
  registerExplain,
]
