/** Tests of the imitation of DynamoDB, through the asynchronous clients of the AWS SDK. */
package dev.lockstep.embedded.dynamo;
