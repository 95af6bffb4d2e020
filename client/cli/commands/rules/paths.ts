/** Where automations are. */
export const base = '/v1/automations'
export const idHelp = 'id of the rule'
