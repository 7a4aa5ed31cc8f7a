export { planNames } from '@parlance/contract/plans';
