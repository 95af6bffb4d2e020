import { z } from 'zod'

export const firstStatusField = {
  status: z.enum(['ACTIVE', 'PAUSED']).optional().meta({ description: 'How it begins: PAUSED unless given.' }),
}
