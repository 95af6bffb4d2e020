import type { Entity } from '../../../../client/src/index.ts'

export const entityKey = ({ platform, level, id }: Pick<Entity, 'platform' | 'level' | 'id'>) =>
  `${platform} ${level} ${id}`
