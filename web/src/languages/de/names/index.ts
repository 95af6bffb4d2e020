import actions from './actions.ts'
import adFields from './ad-fields.ts'
import fields from './fields.ts'

export default { actions, fields: { ...adFields, ...fields } }
