export { newComplaintSchema, ownComplaintSchema } from '@mutual-transfer/domain/administration/complaint';
export { schemaErrors } from '../form/schema-errors.ts';
