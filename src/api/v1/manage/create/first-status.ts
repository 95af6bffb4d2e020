import { SwitchStatus } from '../status-word.ts'

export const firstStatusField = {
  status: SwitchStatus.optional().meta({ description: 'How it begins: PAUSED unless given.' }),
}
