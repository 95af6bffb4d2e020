export type AdStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED'
