import type { StationApi } from '../../bridge/station-api.ts'
import type { StationParts } from '../station-parts.ts'
import { readCheckSheetPdf } from './check/check-sheet.ts'

type ScannerCalls = Pick<
  StationApi,
  | 'trustScanner'
  | 'listProfiles'
  | 'saveProfile'
  | 'resetProfile'
  | 'deleteProfile'
  | 'importProfile'
  | 'startCheck'
  | 'runCheckStep'
  | 'stopCheckStep'
  | 'judgeCheckStep'
  | 'writeCheckReport'
  | 'endCheck'
  | 'checkSheet'
>

/** The calls about scanner profiles and the scanner check. */
export function scannerCalls({ scanner, describeState }: StationParts): ScannerCalls {
  const { shelf } = scanner
  return {
    trustScanner: async ({ device_id }) => {
      scanner.trust(device_id)
      return describeState()
    },
    listProfiles: () => shelf.list(),
    saveProfile: ({ profile }) => shelf.save(profile),
    resetProfile: ({ profile_id }) => shelf.reset(profile_id),
    deleteProfile: ({ profile_id }) => scanner.deleteProfile(profile_id),
    importProfile: ({ text }) => shelf.import(text),
    startCheck: async (choice) => {
      await scanner.startCheck(choice)
      return describeState()
    },
    runCheckStep: async ({ step }) => {
      await scanner.check.run(step)
      return describeState()
    },
    stopCheckStep: async () => {
      scanner.check.current.stop()
      return describeState()
    },
    judgeCheckStep: async (judgement) => {
      scanner.check.judge(judgement)
      return describeState()
    },
    writeCheckReport: async () => ({ folder: await scanner.check.current.writeReport() }),
    endCheck: async () => {
      await scanner.check.end()
      return describeState()
    },
    checkSheet: async () => ({
      file_name: '扫描仪检查页.pdf',
      base64: (await readCheckSheetPdf()).toString('base64'),
    }),
  }
}
